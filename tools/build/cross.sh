#!/bin/sh
# cross.sh - a small set of tests on machines of other kinds, which qemu plays (make test-cross).
#
#   sh tools/build/cross.sh aarch64 s390x         also: armhf i386 riscv64
#
# aarch64 is a Raspberry Pi or a new Mac; on s390x the highest byte of a number comes first; a long of armhf and
# i386 has 32 bits. What is missing on Debian is installed when we may, cmocka for that machine is unpacked below
# build/cross. A machine that cannot be had is left out with a sentence. TESTS="nn/test_checkpoint ..." runs others.
TESTS=${TESTS:-tensor/shape/test_shape tensor/kernels/test_softmax tensor/files/test_npy tensor/files/test_safetensors
    tensor/files/test_safetensors_header autograd/test_backward nn/test_checkpoint nn/text/test_bpe attention/test_sdpa
    attention/gpt/test_gpt}
MAKE=${MAKE:-make}
unset MAKEFLAGS MFLAGS MAKELEVEL # the jobs of another make are none of ours
export OMP_NUM_THREADS=2

names() { # machine : its names for Debian, for gcc and for qemu
    sources=
    case $1 in
    aarch64) debian=arm64 triplet=aarch64-linux-gnu qemu=aarch64 ;;
    s390x) debian=s390x triplet=s390x-linux-gnu qemu=s390x ;;
    armhf) debian=armhf triplet=arm-linux-gnueabihf qemu=arm ;;
    i386) debian=i386 triplet=i686-linux-gnu qemu=i386 ;;
    riscv64) # Debian has it since 13
        debian=riscv64 triplet=riscv64-linux-gnu qemu=riscv64 sources="deb http://deb.debian.org/debian trixie main" ;;
    *) echo "cross.sh: $1 is unknown; expected aarch64, s390x, armhf, i386 or riscv64" && exit 1 ;;
    esac
}

have() { command -v "$triplet-gcc" >/dev/null 2>&1 && command -v "qemu-$qemu" >/dev/null 2>&1; }

install() { # the compiler, its libraries, qemu
    [ "$(id -u)" = 0 ] && [ -z "${KINDLING_NO_INSTALL:-}" ] && command -v apt-get >/dev/null 2>&1 || return 1
    echo "installing: gcc-$triplet libc6-dev-$debian-cross qemu-user"
    (apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        "gcc-$triplet" "libc6-dev-$debian-cross" qemu-user) >/dev/null 2>&1
}

cmocka() { # as the package of that machine has it, in a folder of ours: nothing else is installed or changed
    [ ! -e "$root/usr/include/cmocka.h" ] || return 0
    command -v apt-get >/dev/null 2>&1 || return 1
    mkdir -p "$root/lists/partial" "$root/archives/partial" && : > "$root/status"
    cat > "$root/apt.conf" <<END
APT { Architecture "$debian"; Architectures { "$debian"; }; Sandbox::User "root"; };
Acquire::Languages "none";
Dir { State { lists "$PWD/$root/lists"; status "$PWD/$root/status"; }; Cache "$PWD/$root"; };
END
    if [ -n "$sources" ]; then
        echo "$sources" > "$root/sources"
        echo "Dir::Etc { sourcelist \"$PWD/$root/sources\"; sourceparts \"/dev/null\"; };" >> "$root/apt.conf"
    fi
    export APT_CONFIG="$PWD/$root/apt.conf"
    apt-get update -qq # a list that cannot be had need not be the one that counts
    (cd "$root/archives" && apt-get download -qq libcmocka0 libcmocka-dev &&
        for package in *.deb; do dpkg -x "$package" .. || exit 1; done)
    status=$?
    unset APT_CONFIG
    return $status
} >/dev/null 2>&1

compiler() { # a compiler that finds it, in a build folder of its own name
    lib=$PWD/$root/usr/lib/$(ls "$root/usr/lib")
    printf '#!/bin/sh\nexec %s -isystem "%s" "$@" -L"%s" -Wl,-rpath,"%s"\n' \
        "$triplet-gcc" "$PWD/$root/usr/include" "$lib" "$lib" > "$root/$machine-gcc"
    chmod +x "$root/$machine-gcc"
    PATH=$PWD/$root:$PATH
}

failed=
for machine; do
    names "$machine"
    root=build/cross/$machine
    mkdir -p "$root"
    if { ! have && ! { install && have; }; } || ! cmocka; then
        echo "skipped: $machine (needs $triplet-gcc, qemu-$qemu and Debian's libcmocka-dev:$debian)"
        continue
    fi
    compiler
    programs=
    for test in $TESTS; do programs="$programs build/portable-$machine-gcc/tests/$test"; done
    run="qemu-$qemu -L /usr/$triplet" log=$root/build.log
    if ! "$MAKE" --no-print-directory -j"$(nproc)" CC="$machine-gcc" OBJCOPY="$triplet-objcopy" RUN="$run" CONFIG=portable BLAS=none $programs >"$log" 2>&1; then
        tail -n 20 "$log"
        failed="$failed $machine"
        continue
    fi
    if grep 'warning:' "$log"; then failed="$failed $machine:warnings"; fi
    for program in $programs; do
        echo "== ${program#build/*/tests/} ($machine)"
        $run "$program" || failed="$failed $machine:${program#build/*/tests/}"
    done
done
[ -z "$failed" ] || { echo "FAILED:$failed"; exit 1; }
