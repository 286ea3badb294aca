# The pictures of the lessons stand beside them, modules/12_attention/pictures/*.svg, so that a lesson can be
# read as a file. They are drawn from what the engine computes; check-pictures draws them again and compares.

lesson-pictures: $(B)/pictures ## draw the pictures of the lessons again: modules/*/pictures/
	@$(B)/pictures
$(call needs,check-pictures,python3,python)
check-pictures: $(B)/pictures $(B)/graph ## the lessons' pictures are what the engine draws, and every one is shown; they and graphs can be read (needs python3)
	@python3 tests/tools/pictures/test_pictures.py $(B)/pictures
	@mkdir -p build/seen && $(B)/graph --out build/seen >/dev/null
	@python3 tests/tools/pictures/seen.py $$(ls build/seen/*.svg 2>/dev/null)
.PHONY: lesson-pictures check-pictures
