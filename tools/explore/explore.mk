# The explorer's page: HTML, style and script become one text with a gap for the data, and that text
# two arrays of bytes, because a program that writes pages should not have to find them.

EXPLORE_JS := $(addprefix tools/explore/,data.js layout.js route.js say.js view.js pointer.js tensor_view.js \
                                         panel.js steps.js attention.js attention_lines.js search.js save.js open.js main.js)
EXPLORE_PARTS := tools/explore/page.html tools/explore/page.css $(EXPLORE_JS)
LIB_OBJ += $(B)/tools/explore_page.o

$(B)/tools/explore_page.html: $(EXPLORE_PARTS)
	@mkdir -p $(@D)
	@cat $(EXPLORE_JS) > $@.js
	@sed -e '/@css@/{r tools/explore/page.css' -e 'd;}' -e '/@js@/{r $@.js' -e 'd;}' \
	    tools/explore/page.html > $@
	@rm -f $@.js
$(B)/tools/explore_page.c: $(B)/tools/explore_page.html
	@! LC_ALL=C grep -n '[^ -~]' $< /dev/null || { echo 'the page must be ASCII'; exit 1; }
	@bytes() { od -An -v -to1 | sed 's/ *\([0-7][0-7]*\)/0\1,/g'; echo ' 0};'; }; \
	{ echo 'extern const char explore_page_head[], explore_page_tail[];'; \
	  echo 'const char explore_page_head[] = {'; \
	  sed '/@data@/,$$d' $< | bytes; \
	  echo 'const char explore_page_tail[] = {'; \
	  sed '1,/@data@/d' $< | bytes; } > $@
$(B)/tools/explore_page.o: $(B)/tools/explore_page.c
	@$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@

## Look inside

explore: $(B)/explore ## pages in which a graph can be walked through: build/explore/
	@$(B)/explore $(ARGS)
plot-loss: $(B)/plot ## the loss curve of a run, in the terminal and by gnuplot: make plot-loss LOG=file
	@$(B)/plot --what loss $(if $(LOG),--log "$(LOG)") $(ARGS)
plots: $(B)/plot ## sinusoidal against learned positions, and which head does what: build/plots/
	@$(B)/plot --what positions $(ARGS)
	@$(B)/plot --what heads $(ARGS)
.PHONY: explore plot-loss plots
