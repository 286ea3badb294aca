#!/bin/sh
#SBATCH --job-name=kindling-grade
#SBATCH --array=0-7
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=120
#SBATCH --output=kindling-grade-%A_%a.log
# slurm.sh - a batch in shares, one per task of a job array:
#
#     sbatch tools/grading/recipes/slurm.sh --module 12 --submissions /shared/handed-in --out /shared/grades
#
# Submit it in the course's top folder, with --array=0-63 for 64 shares; any size gives the same results.
# The submissions, OUT and the course key (KINDLING_COURSE_KEY) lie on a disk that all nodes see. Nodes have to
# allow user namespaces (srun make check-box) and to have the same compiler. A task that was killed is submitted again.
cd "${SLURM_SUBMIT_DIR:?submit this with sbatch}" || exit 2
exec python3 -B tools/grading batch.shard "$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))/$SLURM_ARRAY_TASK_COUNT" \
    "$@" --jobs "${SLURM_CPUS_PER_TASK:-1}"
