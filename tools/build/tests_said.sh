# tests_said.sh CONFIG LOG... - the closing lines of make test: what took longest, what was skipped and for want of what,
# and what failed. Exit status 1 if a program failed, or none ran.
config=$1
shift
awk -v config="$config" '
    /^skipped without / { sub(/^skipped without /, ""); why = $0 }
    /^\[  SKIPPED \] [a-z_0-9]*$/ && !closing { skipped++; here++; lacks[why == "" ? "(the program says why)" : why]++; why = "" }
    /^\[==========\] [0-9]+ test\(s\) run/ { closing = 1 }
    /^ended with [0-9]* after / {
        n = split($0, word, " ")
        programs++
        if (here) with++
        if (word[3] != 0) failed = failed " " word[n]
        if (word[5] >= 10) slow = slow sprintf("\n%6d s  %s", word[5], word[n])
        here = closing = 0
        why = ""
    }
    END {
        if (slow != "") print "10 seconds and more:" slow | "cat"
        close("cat")
        if (skipped) {
            print skipped " tests of " with " programs were skipped, for want of"
            for (why in lacks) printf "%6d  %s\n", lacks[why], why | "sort -rn"
            close("sort -rn")
        }
        if (failed != "") print "FAILED (" config "):" failed
        else if (programs) print "all " programs " test programs passed (" config ")"
        else print "no test program ran (" config ")"
        exit failed != "" || !programs
    }' "$@"
