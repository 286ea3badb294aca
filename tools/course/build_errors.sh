# build_errors.sh folder - reads a failed build, tells the student what to do about it.
#
# The compiler speaks for itself. The linker does not: "undefined reference to `mask_padding'"
# becomes "mask.c does not define mask_padding". The tests' own objects, which the linker names because
# they call the function, are never at fault and never named.
folder=$1
log=$(cat)

engine_files() { find -L $(sed -n 's/^ROOMS := //p' Makefile) -name '*.c'; }

# Which of the student's files should define a function: the one whose starting copy, reference or
# tests mention it.
home_of() { # function
    name=${folder##*/}
    for f in .kindling/start/"$name"/*.c .kindling/start/*/*.c $(engine_files); do
        [ -f "$f" ] || continue
        if grep -q "^[A-Za-z_].*[ *]$1(.*[^;]\$" "$f"; then
            case $f in # the file of another module (ENGINE=mine) with its folder
            .kindling/start/"$name"/*) f=${f##*/} ;;
            .kindling/start/*) f=modules/${f#.kindling/start/} ;;
            *) f=${f##*/} ;;
            esac
            printf '%s' "$f"
            return
        fi
    done
    sed -n "/\"[0-9.]* $1\"/,/file/s/.*\.file = \"\([^\"]*\)\".*/\1/p" tests/course/"$name"/*.c 2>/dev/null | head -n 1
}

compiler=$(printf '%s\n' "$log" | grep -v -e '^  cc  ' -e '^make' -e '^ *[^ ]*Makefile' -e 'undefined reference' \
    -e '/ld[.:]' -e '/ld: ' -e '^ld[.:]' -e '^>>> ' -e 'ld returned' -e 'linker command failed' -e 'in function `')
if printf '%s\n' "$compiler" | grep -q 'error:'; then
    printf '%s\n' "$compiler"
    exit
fi
missing=$(printf '%s\n' "$log" | sed -n "s/.*undefined reference to [\`']\([A-Za-z0-9_]*\)'.*/\1/p; s/.*undefined symbol: \([A-Za-z0-9_]*\).*/\1/p" |
    sed 's/^__real_//; s/^__wrap_//' | sort -u)
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
    # Both places are on one line; those that are not the student's are not theirs to mend.
    places=$(printf '%s\n' "$log" | grep "multiple definition of [\`']$function'" | grep -o 'modules/[^ :]*\.c:[0-9]*' |
        sort -u | awk '{ printf "%s%s", (NR > 1 ? " and in " : ""), $0 }')
    case $places in
    '') where="is defined twice" ;;
    *' and '*) where="is defined twice: in $places" ;;
    *) where="is defined in $places and again outside of your files" ;;
    esac
    echo "$function $where. If it is your own helper, make it static"
done
