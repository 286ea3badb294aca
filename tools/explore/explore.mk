# The explorer's pages: HTML, style and script become one text with a gap for the data, and that text
# two arrays of bytes, because a program that writes pages should not have to find them.

EXPLORE_JS := $(addprefix tools/explore/,data.js layout.js route.js say.js view.js pointer.js tensor_view.js \
                                         panel.js steps.js attention.js attention_lines.js search.js save.js open.js main.js)
HEADS_JS := tools/explore/heads.js
EXPLORE_PAGES := $(B)/tools/explore_page.c $(B)/tools/heads_page.c
LIB_OBJ += $(B)/tools/explore_page.o
$(B)/explore: $(B)/tools/heads_page.o

# $(1): the page's name; $(2): its HTML; $(3): its scripts.
define explore_page
$(B)/tools/$(1)_page.html: $(2) tools/explore/page.css $(3)
	@mkdir -p $$(@D)
	@cat $(3) > $$@.js
	@sed -e '/@css@/{r tools/explore/page.css' -e 'd;}' -e '/@js@/{r $$@.js' -e 'd;}' $(2) > $$@
	@rm -f $$@.js
$(B)/tools/$(1)_page.c: $(B)/tools/$(1)_page.html
	@! LC_ALL=C grep -n '[^ -~]' $$< /dev/null || { echo 'the page must be ASCII'; exit 1; }
	@bytes() { od -An -v -to1 | sed 's/ *\([0-7][0-7]*\)/0\1,/g'; echo ' 0};'; }; \
	{ echo 'extern const char $(1)_page_head[], $(1)_page_tail[];'; \
	  echo 'const char $(1)_page_head[] = {'; \
	  sed '/@data@/,$$$$d' $$< | bytes; \
	  echo 'const char $(1)_page_tail[] = {'; \
	  sed '1,/@data@/d' $$< | bytes; } > $$@
$(B)/tools/$(1)_page.o: $(B)/tools/$(1)_page.c
	@$$(CC) $$(CPPFLAGS) $$(CFLAGS) -c $$< -o $$@
endef
$(eval $(call explore_page,explore,tools/explore/page.html,$(EXPLORE_JS)))
$(eval $(call explore_page,heads,tools/explore/heads.html,$(HEADS_JS)))

## Look inside

explore: $(B)/explore ## pages in which a graph can be walked through: build/explore/
	@$(B)/explore $(ARGS)
plot-loss: $(B)/plot ## the loss curve of a run, in the terminal and by gnuplot: make plot-loss LOG=file
	@$(B)/plot --what loss $(if $(LOG),--log "$(LOG)") $(ARGS)
plots: $(B)/plot ## sinusoidal against learned positions, and which head does what: build/plots/
	@$(B)/plot --what positions $(ARGS)
	@$(B)/plot --what heads $(ARGS)
.PHONY: explore plot-loss plots
