# reports.mk - grade books and feedback, out of the grade.json files of make grade.

# The options of both programs, from the variables on make's command line.
GRADES = $(if $(filter command environment,$(origin OUT)),$(OUT),grades)
CLASS_OPTIONS = --out '$(GRADES)' $(if $(POLICY),--policy '$(POLICY)') $(if $(ROSTER),--roster '$(ROSTER)') \
                $(if $(GROUPS),--groups '$(GROUPS)') $(if $(ANONYMOUS),--anonymous)
REPORT_OPTIONS = --module '$(MODULE)' $(CLASS_OPTIONS)
ifneq ($(filter gradebook feedback,$(MAKECMDGOALS)),)
ifeq ($(MODULE)$(filter --help -h,$(ARGS)),)
$(error Which module? make $(firstword $(filter gradebook feedback,$(MAKECMDGOALS))) MODULE=12 (ARGS=--help says more))
endif
endif

gradebook: ## MODULE=12: grades for others; FORMAT=csv, canvas, gradescope, classroom, junit, lti, moodle
	@$(GRADER) reports.gradebook $(REPORT_OPTIONS) $(if $(FORMAT),--format '$(FORMAT)') \
	    $(if $(COLUMN),--column '$(COLUMN)') $(if $(AT),--at '$(AT)') $(ARGS)
feedback: ## MODULE=12: a page for each student, and one of the class
	@$(GRADER) reports.feedback $(REPORT_OPTIONS) $(ARGS)
late-days: ## POLICY=file: who has how many late days left, over all assignments (ROSTER, GROUPS, ANONYMOUS)
	@$(GRADER) reports.late_days $(CLASS_OPTIONS) $(ARGS)

.PHONY: gradebook feedback late-days
