# compile_commands.sh make - writes compile_commands.json: how every source is compiled, for editors (clangd).
#
# make is asked what it would do, in a folder where nothing is built yet; nothing is compiled. A file of a
# module is compiled as make NN does it, all others as the release is.
make=$1 top=$(pwd -P)
asked() { # goal [variables...]
    $make --no-print-directory -n B=build/none "$@" 2>/dev/null | grep -e ' -c [^ ]*\.c -o '
}
mkdir -p build # what is stopped half-way leaves nothing beside the sources
{
    asked CONFIG=release editor-objects
    for folder in modules/[0-9][0-9]_*; do
        asked CONFIG=double FOLDER="$folder" editor-course-objects
    done
} | awk -v top="$top" '
    function quoted(s) { gsub(/\\/, "\\\\", s); gsub(/"/, "\\\"", s); return "\"" s "\"" }
    {
        file = $0
        sub(/.* -c /, "", file)
        sub(/ -o .*/, "", file)
        if (file ~ /^build\// || seen[file]++) next # made by a tool
        sub(/^ *@?/, "")
        gsub(/ -m(move|store)-max=[0-9]+/, "") # of gcc alone (probe.sh): clangd would not know them
        printf "%s\n  {\"directory\": %s, \"file\": %s,\n   \"command\": %s}", n++ ? "," : "[", quoted(top), quoted(top "/" file), quoted($0)
    }
    END { print n ? "\n]" : "[]" }' > build/compile_commands.new && mv build/compile_commands.new compile_commands.json || exit 1
echo "compile_commands.json: $(grep -c '"file"' compile_commands.json) files"
