#!/bin/sh
# parallel.sh - a batch in shares, by GNU parallel: SHARES=8 sh parallel.sh --module 12 --submissions dir --out grades
#
# On one machine make grade JOBS=8 does the same. This is for several: with KINDLING_HOSTS="4/node1,4/node2"
# shares go there by ssh; each host has the course in the same folder, and the submissions, OUT and the course
# key (KINDLING_COURSE_KEY) on a disk that all of them see.
# Run in the course's top folder. Started again, it goes on where it was.
shares=${SHARES:-$(getconf _NPROCESSORS_ONLN)}
command -v parallel >/dev/null || { echo "parallel.sh needs GNU parallel: apt-get install parallel" >&2; exit 2; }
seq 0 $((shares - 1)) | parallel --will-cite --halt never --line-buffer --tagstring 'share {}' --joblog "${LOG:-parallel.log}" \
    ${KINDLING_HOSTS:+--sshlogin "$KINDLING_HOSTS" --workdir "$PWD" --env KINDLING_COURSE_KEY} \
    --quote python3 -B tools/grading batch.shard "{}/$shares" "$@"
