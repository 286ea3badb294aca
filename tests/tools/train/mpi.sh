#!/bin/sh
# mpi.sh - the program `train` on 2 and 4 ranks of Open MPI and of MPICH has the file of one rank, and a rank that is killed
# ends the job. What is not installed is skipped in words. MAKE: the make to build with.
#
# Few large messages, and at most 4 ranks: ranks that wait keep their core busy.
set -eu
cd "$(dirname "$0")/../../.."
make=${MAKE:-make}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
train() { # folder, command...
    folder=$1
    shift
    timeout 120 "$@" --text README.md --layers 1 --heads 2 --channels 16 --context 16 --batch 10 --warmup 2 \
        --dropout 0.1 --steps 6 --eval-every 0 --eval-batches 1 --final-batches 1 --sample 0 --quiet \
        --shares 8 --out "$tmp/$folder" > "$tmp/$folder.log" 2>&1 || { cat "$tmp/$folder.log"; return 1; }
}
check() { # name, mpicc, launcher...
    name=$1 mpicc=$2
    shift 2
    if ! command -v "$mpicc" > /dev/null || ! command -v "$1" > /dev/null; then
        echo "$name is not installed ($mpicc, $1): training with it is not tested here"
        return
    fi
    program=build/mpi-$mpicc/train
    $make --no-print-directory -s MPI="$mpicc" B="build/mpi-$mpicc" "$program" > "$tmp/make.log" 2>&1 || { cat "$tmp/make.log"; exit 1; }
    train "$name-one" "$program"
    for n in 2 4; do
        train "$name-$n" "$@" -n $n "$program"
        grep -q "^ranks   $n of 1 thread each, by $name" "$tmp/$name-$n.log" || { cat "$tmp/$name-$n.log"; exit 1; }
        cmp "$tmp/$name-one/last.safetensors" "$tmp/$name-$n/last.safetensors"
        echo "$name: $n ranks have the bits of one"
    done
    timeout 60 "$@" -n 2 "$program" --text README.md --layers 1 --heads 2 --channels 16 --context 16 --batch 8 --save-every 5 \
        --eval-every 0 --sample 0 --quiet --steps 1000000 --out "$tmp/$name-dies" > "$tmp/dies.log" 2>&1 & job=$!
    while [ ! -s "$tmp/$name-dies/last.safetensors" ]; do kill -0 $job; sleep 0.1; done
    pid=$(pgrep -f -- "--out $tmp/$name-dies" | while read -r p; do
        case $(readlink "/proc/$p/exe") in */train) echo "$p" ;; esac
    done | tail -n 1)
    before=$(date +%s%N)
    kill -9 "$pid"
    if wait $job; then echo "$name: a job without one of its ranks ended well"; exit 1; fi
    echo "$name: a killed rank ended the job after $((($(date +%s%N) - before) / 1000000)) ms"
}
check 'Open MPI' mpicc.openmpi mpirun.openmpi --oversubscribe
check MPICH mpicc.mpich mpiexec.hydra -launcher fork
