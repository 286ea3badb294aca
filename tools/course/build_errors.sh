# build_errors.sh folder - reads a failed build, tells the student what to do about it.
#
# The compiler speaks for itself. The linker does not: "undefined reference to `mask_padding'"
# becomes "mask.c does not define mask_padding".
folder=$1
log=$(cat)

# Which of the student's files should define a function: the one whose starting copy, reference or
# tests mention it.
home_of() { # function
    name=${folder##*/}
    for f in .kindling/start/"$name"/*.c tensor/*.c autograd/*.c nn/*.c attention/*.c; do
        [ -f "$f" ] || continue
        if grep -q "^[A-Za-z_].*[ *]$1(.*[^;]\$" "$f"; then
            printf '%s' "${f##*/}"
            return
        fi
    done
    sed -n "/\"[0-9.q]* $1\"/,/file/s/.*\.file = \"\([^\"]*\)\".*/\1/p" tests/"$name"/*.c 2>/dev/null | head -n 1
}

compiler=$(printf '%s\n' "$log" | grep -v -e '^  cc  ' -e '^make' -e '^ *[^ ]*Makefile' -e 'undefined reference' \
    -e '/ld[.:]' -e '/ld: ' -e 'ld returned' -e 'linker command failed' -e 'in function `')
if printf '%s\n' "$compiler" | grep -q 'error:'; then
    printf '%s\n' "$compiler"
    exit
fi
missing=$(printf '%s\n' "$log" | sed -n "s/.*undefined reference to [\`']\([A-Za-z0-9_]*\)'.*/\1/p; s/.*undefined symbol: \([A-Za-z0-9_]*\).*/\1/p" | sort -u)
double=$(printf '%s\n' "$log" | sed -n "s/.*multiple definition of [\`']\([A-Za-z0-9_]*\)'.*/\1/p" | sort -u)
if [ -z "$missing$double" ]; then
    printf '%s\n' "$log" | grep -v '^  cc  '
    exit
fi
for function in $missing; do
    file=$(home_of "$function")
    if [ "$function" = main ]; then
        continue
    elif [ -n "$file" ]; then
        echo "$file does not define $function"
    else
        echo "nothing defines $function: is its name spelled as in the header?"
    fi
done
for function in $double; do
    echo "$function is defined twice. If it is your own helper, make it static"
done
