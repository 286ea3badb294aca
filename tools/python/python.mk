# python.mk - the library as Python calls it: tools/python/kindling on top, one shared object below.
# ENGINE=mine links the files of all the student's modules, ENGINE=22 those of module 22, as notebook.mk does.

PYTHON_LIBRARY := $(B)/python$(ENGINE:%=-%)/libkindling-python.so
PYTHON_OBJ := $(B)/tools/python/guard.o $(B)/python/guarded.o

$(PYTHON_OBJ): CPPFLAGS += $(INCLUDE) $(LIB_INCLUDE) -Itools/python
$(B)/python/guarded.c: tools/site/declarations.py tools/python/generate.py $(PUBLIC) $(wildcard tools/python/*.h tools/lib/*/*.h)
	@mkdir -p $(@D)
	@python3 tools/python/generate.py $@
$(B)/python/guarded.o: $(B)/python/guarded.c $(B)/flags | $(CALL_SITE)
	@echo "  cc  $<"
	@$(CC) $(CPPFLAGS) $(CFLAGS) -O1 -MMD -MP -c $< -o $@
$(PYTHON_LIBRARY): $(PYTHON_OBJ) $(LIB_OBJ) $(if $(ENGINE),$(OWN_OBJ) $(REFERENCE_OBJ) $(LINKED),$(OBJ))
	@mkdir -p $(@D)
	@echo "  ld  $@"
	@$(CC) $(LDFLAGS) -shared $(PROBE_SHARED) -o $@ $(call linked,$(filter %.o,$^)) $(LDLIBS)

# make install brings the package along, where there is a python3 to make it.
ifneq ($(shell command -v python3),)
install: $(PYTHON_LIBRARY)
install: export BINDING := $(PYTHON_LIBRARY)
endif

## Python

$(call needs,python test-python,python3,python)

python: $(if $(WITH_MINE),,$(PYTHON_LIBRARY)) ## the engine in Python: tensors, modules, a trained GPT, graphs (ENGINE=mine: on your modules; needs python3; NumPy if it is there)
	@$(if $(WITH_MINE),$(MAKE) --no-print-directory $(PYTHON_LIBRARY) $(WITH_MINE))
	@sh tools/python/usage.sh $(PYTHON_LIBRARY)
test-python: $(PYTHON_LIBRARY) $(B)/train $(B)/generate ## the Python binding against NumPy, its errors, its memory (needs python3)
	@KINDLING_LIBRARY=$< KINDLING_PROGRAMS=$(B) python3 tests/tools/python/run.py $(ARGS)

.PHONY: python test-python
