# reports.mk - grade books and feedback, out of the grade.json files of make grade.

NEED_MODULE := gradebook feedback requests compare-terms send-scores
# The options of these programs, from the variables on make's command line.
GRADES = $(if $(filter command environment,$(origin OUT)),$(OUT),grades)
CLASS_OPTIONS = --out $(call q,$(GRADES)) $(if $(POLICY),--policy $(call q,$(POLICY))) $(if $(ROSTER),--roster $(call q,$(ROSTER))) \
                $(if $(GROUPS),--groups $(call q,$(GROUPS))) $(if $(ANONYMOUS),--anonymous)
REPORT_OPTIONS = --module $(call q,$(MODULE)) $(CLASS_OPTIONS)
ifneq ($(filter $(NEED_MODULE),$(MAKECMDGOALS)),)
ifeq ($(MODULE)$(filter --help -h,$(ARGS)),)
$(error Which module? make $(firstword $(filter $(NEED_MODULE),$(MAKECMDGOALS))) MODULE=12 (ARGS=--help says more))
endif
endif

gradebook: ## MODULE=12: grades for others; FORMAT=csv, canvas, moodle, blackboard, gradescope, autolab, prairielearn, nbgrader, classroom, junit, lti
	@$(GRADER) reports.gradebook $(REPORT_OPTIONS) $(if $(FORMAT),--format $(call q,$(FORMAT))) \
	    $(if $(COLUMN),--column $(call q,$(COLUMN))) $(if $(AT),--at $(call q,$(AT))) $(ARGS)
feedback: ## MODULE=12: a page for each student, and one of the class (BUNDLE=moodle, canvas, plain: a zip to upload)
	@$(GRADER) reports.feedback $(REPORT_OPTIONS) $(if $(BUNDLE),--bundle $(call q,$(BUNDLE))) \
	    $(if $(SUBMISSIONS),--submissions $(call q,$(SUBMISSIONS))) $(ARGS)
send-scores: ## MODULE=12 LTI=lti.toml ROSTER=file: scores to a platform by LTI 1.3 (REALLY=1 sends, else they are shown; ARGS=--help)
	@$(GRADER) reports.lti_send $(REPORT_OPTIONS) --lti $(call q,$(LTI)) $(if $(REALLY),--really) $(ARGS)
requests: ## MODULE=12: what students ask about their grades, open questions first (requests.csv)
	@$(GRADER) reports.requests $(REPORT_OPTIONS) $(ARGS)
compare-terms: ## OTHER=grades-2025 MODULE=12: this term's tests and points beside another's
	@$(GRADER) reports.compare_terms $(REPORT_OPTIONS) --other $(call q,$(OTHER)) \
	    $(if $(OTHER_ROSTER),--other-roster $(call q,$(OTHER_ROSTER))) $(ARGS)
forget: ## STUDENT=name, or EXPIRED=1 POLICY=file: what would be deleted of a student, or of a term; REALLY=1 deletes it
	@$(GRADER) reports.forget --out $(call q,$(GRADES)) $(if $(STUDENT),--student $(call q,$(STUDENT))) $(if $(EXPIRED),--expired) \
	    $(if $(REALLY),--really) $(if $(POLICY),--policy $(call q,$(POLICY))) $(if $(ROSTER),--roster $(call q,$(ROSTER))) \
	    $(if $(SUBMISSIONS),--submissions $(call q,$(SUBMISSIONS))) $(ARGS)
late-days: ## POLICY=file: who has how many late days left, over all assignments (ROSTER, GROUPS, ANONYMOUS)
	@$(GRADER) reports.late_days $(CLASS_OPTIONS) $(ARGS)
term: ## POLICY=file: one number per student over all assignments, by the policy's [term] (ROSTER, GROUPS, ANONYMOUS)
	@$(GRADER) reports.term_book $(CLASS_OPTIONS) $(ARGS)

.PHONY: gradebook feedback send-scores late-days requests compare-terms forget term
