#!/bin/sh
# call_sites.sh - write call_site.h: one wrapper for each public function, so that a mistake names its line.
#
#   sh tools/build/call_sites.sh HEADER... > build/include/call_site.h      (called by the Makefile)
#   sh tools/build/call_sites.sh --inside HEADER... > build/include/inside.h
#
# The second is for the engine's own layers, which call operations: their line is noted beside the user's, for
# pictures of the graph.
#
# Public is what stands between "visibility push" and "visibility pop", each declaration from the first column
# on. Where an argument is the address of a struct or of a text and does not say OR_NULL, the wrapper looks
# at it first, and at each of n tensors; of numbers and of bytes there may be none, at NULL, where their length, an
# argument beside them, is 0. What takes any number of arguments cannot be wrapped: f gets a
# macro that calls the library's f_at(file, line, ...), where there is one.
set -eu
prefix=kindling_at_
if [ "$1" = --inside ]; then
    shift
    prefix=kindling_in_
    cat <<'END_OF_TOP'
/* inside.h - which line of nn/ or attention/ called an operation: noted beside the user's line, for pictures.
 *
 * Noted when the arguments are evaluated, as in call_site.h, and until the user's next call.
 * Written by tools/build/call_sites.sh from the headers of the operations.
 */
#ifndef KINDLING_INSIDE_H
#define KINDLING_INSIDE_H

#include "autograd.h"

#define KINDLING_NOTE                 \
    kindling_call_site.inside = file_; \
    kindling_call_site.inside_line = line_
END_OF_TOP
else cat <<'END_OF_TOP'
/* call_site.h - where a mistake was made: each call notes its file and line before it happens.
 *
 * tensor_eye(n) becomes kindling_at_tensor_eye(file, line, n), which notes the line and calls tensor_eye, so
 * that the library can say "train.c:41: tensor_eye: ...". By then the arguments are evaluated: the note is
 * of this call, whatever was called to make them. When it returns, the earlier note holds again: a callback
 * that calls the library leaves none behind. Arguments that must not be NULL are looked at on the way.
 * A name without "(" behind it is the function itself. The engine is compiled without this file: the
 * line that is told is always the user's. Written by tools/build/call_sites.sh from the public headers.
 */
#ifndef KINDLING_CALL_SITE_H
#define KINDLING_CALL_SITE_H

#define KINDLING_NOTE                               \
    CallSite before_ = kindling_call_site;          \
    kindling_call_site.inside = 0;                  \
    kindling_call_site.file = file_;                \
    kindling_call_site.line = line_
END_OF_TOP
fi
awk -v prefix="$prefix" '
function trim(text) { gsub(/[ \t]+/, " ", text); sub(/^ /, "", text); sub(/ $/, "", text); return text }
function name_of(parameter) { # "Tensor *const in[]": in; "Tensor *(*f)(Tensor *x)": f
    if (match(parameter, /\(\*[a-z_0-9]+\)/)) return substr(parameter, RSTART + 2, RLENGTH - 3)
    sub(/\[.*/, "", parameter)
    return match(parameter, /[A-Za-z_0-9]+$/) ? substr(parameter, RSTART) : ""
}
function must_be_there(parameter) { return parameter ~ /^(const )?([A-Z][A-Za-z0-9]*|char) \*[a-z_0-9]+$/ }
function points(parameter) { # to numbers, text or structs: "const real *x", "long *count", "const int ids[]"
    sub(/^OR_NULL /, "", parameter)
    return parameter ~ /^(const )?[A-Za-z_0-9 ]+( \*(const )?|\*const \*)[a-z_0-9]+(\[\])?$/ || parameter ~ /^(const )?[A-Za-z_0-9 ]+ [a-z_0-9]+\[\]$/
}
function length_at(k) { return k >= 1 && k <= n && P[k] ~ /^(int|long|size_t) (ndim|n[a-z]?|n_[a-z]+|[a-z]*bytes|count|room|keep)$/ ? name_of(P[k]) : "" }
# How many things parameter k points to: the number in front of it, or behind a text; else n. "": nobody says.
function length_of(k,    i) {
    if (P[k] ~ /(char|void) \*/ && length_at(k + 1) != "") return length_at(k + 1)
    if (P[k] ~ /void \*/) return ""
    if (length_at(k - 1) != "") return length_at(k - 1)
    for (i = 1; i <= n; i++) if (P[i] ~ /^(int|long|size_t) (n|count|ndim)$/) return name_of(P[i])
    return length_at(k + 1)
}
# NULL is told where there is something to point to. A result must have its place; a context may be nothing.
function null_check(k,    many) {
    if (!points(P[k]) || must_be_there(P[k])) return ""
    many = length_of(k)
    if (P[k] ~ /^OR_NULL/ && !(P[k] ~ /char \*/ && many != "" && many == length_at(k + 1))) return ""
    if (many == "" && P[k] ~ /void \*|\[\]$|\*\*|\*const \*/) return ""
    return sprintf("    if (%s%s == NULL)\n        kindling_fail_null(\"%s\", %d, \"%s\");\n", many == "" ? "" : many " > 0 && ", name_of(P[k]), called, k, name_of(P[k]))
}
function declared(text,    name, result, list, i, c, depth, one, names, checks, loops, given) {
    sub(/__attribute__ *\(\(.*\)\) */, "", text); text = trim(text)
    if (text ~ /^(typedef|extern|struct|enum|union)[ {]/ || !match(text, /[a-z][a-z_0-9]*\(/)) return
    name = substr(text, RSTART, RLENGTH - 1); result = substr(text, 1, RSTART - 1)
    list = substr(text, RSTART + RLENGTH); sub(/\) ?;.*/, "", list)
    if (list ~ /\.\.\.$/) {
        if (sub(/_at$/, "", name)) printf "\n#define %s(...) %s_at(__FILE__, __LINE__, __VA_ARGS__)\n", name, name
        return
    }
    if (name ~ /^kindling_(set_call_site|fail_null)$/) return
    n = depth = 0; one = names = checks = loops = given = ""
    for (i = 1; list != "void" && i <= length(list) + 1; i++) {
        c = i <= length(list) ? substr(list, i, 1) : ","
        depth += (c == "(") - (c == ")")
        if (c != "," || depth > 0) { one = one c; continue }
        n++; one = trim(one); P[n] = one; given = given ", " one
        names = names (n > 1 ? ", " : "") name_of(one)
        if (must_be_there(one))
            checks = checks sprintf("    if (%s == NULL)\n        kindling_fail_null(\"%s\", %d, \"%s\");\n", name_of(one), name, n, name_of(one))
        if (one ~ /^(const )?Tensor \*const [a-z_0-9]+\[\]$/ && names ~ /^(.*, )?(n|count), /)
            loops = loops sprintf("    for (long i_ = 0; i_ < %s; i_++)\n        if (%s[i_] == NULL)\n            kindling_fail_null(\"%s\", %d, \"one of %s\");\n", names ~ /count/ ? "count" : "n", name_of(one), name, n, name_of(one))
        one = ""
    }
    called = name
    for (i = 1; i <= n; i++) checks = checks null_check(i)
    checks = checks loops
    printf "\nstatic inline %s%s%s(const char *file_, int line_%s)\n{\n", result, prefix, name, given
    if (prefix ~ /in_/) printf "    KINDLING_NOTE;\n    %s%s(%s);\n}\n", result ~ /^void $/ ? "" : "return ", name, names
    else {
        printf "    KINDLING_NOTE;\n%s    %s%s(%s);\n    kindling_call_site = before_;\n", checks, result ~ /^void $/ ? "" : result "result_ = ", name, names
        printf "%s}\n", result ~ /^void $/ ? "" : "    return result_;\n"
    }
    if (n == 0) printf "#define %s() %s%s(__FILE__, __LINE__)\n", name, prefix, name
    else printf "#define %s(...) %s%s(__FILE__, __LINE__, __VA_ARGS__)\n", name, prefix, name
}
/visibility push/ { public = 1; next }
/visibility pop/ { public = 0 }
!public { next }
/^#/ { continued = /\\$/; next }
continued { continued = /\\$/; next }
{
    while (match($0, /\/\*/)) { # comments go, over several lines, too
        before = substr($0, 1, RSTART - 1); rest = substr($0, RSTART + 2)
        while ((to = index(rest, "*/")) == 0 && (getline rest) > 0) ;
        $0 = before substr(rest, to + 2)
    }
}
/^[A-Za-z_]/ && text == "" { text = $0; if (/\{/) block = !/\}/; else if (/;/) { declared(text); text = "" } ; if (!block && /\}.*;/) text = ""; next }
text != "" {
    text = text " " $0
    if (block) { if (/^\}/) { block = 0; text = "" } ; next }
    if (/\{/) { block = 1; next }
    if (/;/) { declared(text); text = "" }
}
' "$@"
printf '\n#endif\n'
