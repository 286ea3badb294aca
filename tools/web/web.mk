# The course in a browser tab: build/web/, static files for any web server. Needs Node.js, npm, pandoc, python3.
#
# Compiler, editor and WASI come from npm (package.json says which, README.md why). They lie in build/web-npm/,
# and nothing else of the project needs them.

WEB_SITE := build/web
WEB_NPM := build/web-npm
WEB_OBJECTS := build/web-objects

# ---- objects ------------------------------------------------------------------------------------

WEB_INCLUDE = -I. -Itools/web/wasi -Ibuild/include $(INCLUDE)
# WASI has one clock that counts.
WEB_TARGET = -std=c11 -msimd128 -mllvm -wasm-enable-sjlj -fvisibility=default -D_POSIX_C_SOURCE=200809L -DCLOCK_PROCESS_CPUTIME_ID=CLOCK_MONOTONIC \
              $(addprefix -D_WASI_EMULATED_,SIGNAL PROCESS_CLOCKS GETPID MMAN) $(FAST) $(WEB_INCLUDE)
WEB_FLAGS_double = $(WEB_TARGET) -DKINDLING_DOUBLE -DKINDLING_DEBUG
WEB_FLAGS_float = $(WEB_TARGET)
# Without vectors where none are needed: this clang's vectorizer stumbles over a few loops of tests.
WEB_ENGINE_WITH := -O3 -DKINDLING_ENGINE
WEB_TESTS_WITH := -O1 -D_DEFAULT_SOURCE= -Itests -Itests/harness
WEB_PROGRAMS_WITH = -O2 -D_DEFAULT_SOURCE= $(LIB_INCLUDE) -Itools/notebook

# A page has no processes: a file of tools/web/wasi stands in for the one of its name, be it of the harness or of a
# program. Of the rest these are about processes, too.
WEB_WASI = $(wildcard tools/web/wasi/*.c)
WEB_OUT = $(addprefix tests/harness/,parent.c frames.c) $(addprefix tools/notebook/,host.c main.c run.c)
with_wasi = $(filter-out $(WEB_OUT) $(addprefix %/,$(notdir $(WEB_WASI))),$1) $(filter $(addprefix %/,$(notdir $1)),$(WEB_WASI))

# A site of fewer is sooner made: tests, mistakes and measurements of the other modules cannot run in it, nor the other notebooks.
WEB_MODULES ?= $(MODULES)
WEB_CHOSEN = $(sort $(WEB_MODULES))
WEB_NOTEBOOKS ?= $(basename $(notdir $(wildcard notebooks-c/*.c)))

WEB_PLAIN = $(wildcard $(ROOMS:%=%/plain/*.c))
WEB_ENGINE = $(SRC) $(WEB_PLAIN)
# Tests of students see the engine in steps: a plain twin stands for its file.
WEB_STEPS = $(filter-out $(addprefix %/,$(notdir $(WEB_PLAIN))),$(SRC)) $(WEB_PLAIN)
# Programs draw graphs: the engine's own line beside the user's, as at home.
WEB_LAYERS = $(filter nn/% attention/%,$(WEB_ENGINE))
WEB_HARNESS = $(call with_wasi,$(wildcard tests/harness/*.c))
WEB_TESTS = $(foreach m,$(WEB_CHOSEN),$(wildcard tests/course/$m/*.c))
WEB_LIB = $(call with_wasi,$(LIB_SRC))
WEB_TOOLS = demo break explore graph trace notebook
WEB_PROGRAMS = $(filter-out $(WEB_OUT),$(wildcard $(WEB_TOOLS:%=tools/%/*.c) $(WEB_CHOSEN:%=modules/%/measure.c))) $(EXPLORE_PAGES) \
               $(filter-out $(WEB_HARNESS) $(WEB_LIB),$(WEB_WASI))
# What known mistakes give, recorded here: a page looks failures up.
WEB_MISTAKES = build/double/course
web-mistakes:
	@for m in $(WEB_CHOSEN); do $(MAKE) -s --no-print-directory CONFIG=double FOLDER=modules/$$m course-names || exit 1; done

# The known mistakes of make break-12, each a folder: broken/12_attention/3/.
WEB_BROKEN = build/web-sources/broken
FIND_BROKEN = $$(find $(WEB_CHOSEN:%=$(WEB_BROKEN)/%) -name '*.c' 2>/dev/null)

web-objects: $(WEB_NPM)/ready $(WEB_BROKEN)/made $(CALL_SITE) $(INSIDE) $(EXPLORE_PAGES)
	@node tools/web/node/compile.mjs \
	    --out $(WEB_OBJECTS)/double --flags '$(WEB_FLAGS_double)' \
	        --with '$(WEB_ENGINE_WITH)' $(WEB_STEPS) --with '$(WEB_TESTS_WITH)' $(WEB_HARNESS) $(WEB_TESTS) \
	    --out $(WEB_OBJECTS)/float --flags '$(WEB_FLAGS_float)' \
	        --with '$(WEB_ENGINE_WITH)' $(filter-out $(WEB_LAYERS),$(WEB_ENGINE)) $(FIND_BROKEN) \
	        --with '$(WEB_ENGINE_WITH) -include $(INSIDE)' $(WEB_LAYERS) \
	        --with '$(WEB_PROGRAMS_WITH)' $(WEB_LIB) $(WEB_PROGRAMS)

$(WEB_BROKEN)/made: $(wildcard tools/break/*.txt tests/course/*/mistakes.txt) $(SRC)
	@python3 tools/web/node/broken.py $(WEB_BROKEN)
	@touch $@

# ---- the site -----------------------------------------------------------------------------------

WEB_LISTS = --include $(WEB_INCLUDE) --engine $(WEB_ENGINE) --harness $(WEB_HARNESS) --tests $(WEB_TESTS) --lib $(WEB_LIB) \
            --notebooks $(WEB_NOTEBOOKS) --broken $$(cd "$${here:-.}" && echo $(FIND_BROKEN))

web-needs:; @: # the release asks
$(call needs,web web-needs web-edition web-objects web-serve test-web test-axe test-firefox test-same-words test-same-numbers,python3 pandoc node npm,web)

web: web-objects web-mistakes build/web-sources/lessons.json ## the course in a browser tab, without a compiler: build/web/ (needs Node.js 20, npm, pandoc)
	@node tools/web/node/site.mjs --out $(WEB_SITE) --objects $(WEB_OBJECTS) --lessons build/web-sources/lessons.json --mistakes $(WEB_MISTAKES) $(WEB_LISTS)

# web/ of a student edition, made in its tree IN: these objects, and no text but the edition's own.
web-edition: web-objects web-mistakes
	@test -n "$$IN" || { echo "web-edition: type make release WEB=1"; exit 1; }
	@ln -sfn $(WEB_NPM)/node_modules node_modules
	@here=$$PWD && mkdir -p "$$IN/build" && cp -R build/include "$$IN/build/" && cp -R tools/web "$$IN/tools/" && cd "$$IN" && \
	    ln -sfn "$$here/$(WEB_NPM)/node_modules" node_modules && python3 -B "$$here/tools/web/node/lessons.py" web lessons.json && \
	    node "$$here/tools/web/node/site.mjs" --out web --objects "$$here/$(WEB_OBJECTS)" --mistakes "$$here/$(WEB_MISTAKES)" --lessons lessons.json $(WEB_LISTS)

build/web-sources/lessons.json: $(wildcard README.md .github/CONTRIBUTING.md tests/README.md tools/README.md tools/*/README.md tools/site/* modules/*.md modules/*/README.md modules/*/pictures/*) \
                       tools/web/node/lessons.py $(PUBLIC) $(SRC)
	@python3 tools/web/node/lessons.py $(WEB_SITE) $@

PORT ?= 8000
web-serve: ## make web, served at http://127.0.0.1:8000/ (PORT=8001)
	@node tools/web/node/serve.mjs $(WEB_SITE) $(PORT)

test-web: $(WEB_NPM)/ready ## the tab: its parts, and after make web the whole of it in Chromium (VISITS="reload keys": those with these words; needs Node.js 20 and npm)
	@node --test $(wildcard tests/tools/web/*.test.mjs)
	@node tests/tools/web/browser/main.mjs --site $(WEB_SITE) $(VISITS)

test-axe: web ## axe-core finds nothing serious on a page of each kind and in all lessons, in both themes
	@LONG=1 node tests/tools/web/browser/main.mjs --site $(WEB_SITE) axe

# Debian's firefox-esr does; it needs no driver.
test-firefox: web $(B)/tests/tools/explore/test_browser ## tab, site and explorer in Firefox, where the other tests take Chromium (FIREFOX=/where/it/is)
	@command -v "$${FIREFOX:-firefox-esr}" >/dev/null || command -v firefox >/dev/null || { echo 'test-firefox: there is no Firefox. hint: apt-get install firefox-esr. skipped'; exit 0; }; \
	    node tests/tools/web/browser/main.mjs --site $(WEB_SITE) Firefox && IN_FIREFOX=1 $(B)/tests/tools/explore/test_browser

test-same-words: web ## the page's report on what students hand in is that of make 12: MODULE=12_attention, or all (half an hour); BROWSER=1 asks the page in Chromium
	@node tests/tools/web/same_words/main.mjs $(if $(BROWSER),--browser) $(MODULE)
test-same-numbers: web ## and so are its make break-12 and make measure-12: MODULE=12_attention, or all (half an hour)
	@node tests/tools/web/same_words/experiments.mjs $(MODULE)

# ---- npm ----------------------------------------------------------------------------------------

$(WEB_NPM)/ready: tools/web/package.json tools/web/package-lock.json
	@sh tools/web/npm.sh $(WEB_NPM)

.PHONY: web web-needs web-mistakes web-edition web-objects web-serve test-web test-axe test-firefox test-same-words test-same-numbers
