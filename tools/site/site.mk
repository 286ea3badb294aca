# site.mk - one offline site of the lessons, the notebooks, the explorer and the headers: build/site/.
#
# A link that leads nowhere fails it.

$(call needs,site notebooks,python3 pandoc,site)
$(call needs,test-site,python3,site)
site: $(NOTEBOOK_BIN) $(B)/explore ## lessons, notebooks, explorer and reference as one offline site: build/site/
	@python3 tools/site/site.py --bin $(dir $(firstword $(NOTEBOOK_BIN))) --explore $(B)/explore --out build/site \
	    $(if $(ONLY),--only "$(ONLY)") $(NOTEBOOKS)
	@python3 tools/site/check_links.py build/site
test-site: ## the link test finds planted mistakes, the site without its programs, its scripts in Chromium, forty searches, formulas that are set, words and banners in all headers, the plan of the course, what README.md names is there (needs python3)
	@for test in tests/tools/site/test_*.py; do python3 $$test || exit 1; done

.PHONY: site test-site
