#!/bin/sh
# ordinary_user.sh FOLDERS -- COMMAND... - runs a command in this tree as somebody without rights.
#
# Who has none runs it where he is. For root it runs as nobody, in a copy of the tree that is nobody's own, on a path as
# people have them, and with what the folders of build/ named before the -- hold.
folders=
while [ "$1" != -- ]; do folders="$folders $1" && shift; done
shift
[ "$(id -u)" = 0 ] || exec "$@"
nobody=65534
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
tree="$place/Übung eins/kindling"
mkdir -p "$tree" || exit 1
{ git ls-files -co --exclude-standard && find $folders build/include build/*.mk; } |
    while IFS= read -r name; do [ -d "$name" ] || printf '%s\0' "$name"; done |
    xargs -0 cp -p --parents -t "$tree" || exit 1
chown -R $nobody:$nobody "$place"
# What root has in a home of his own, such as a Python, is not for others.
cd "$tree" && HOME="$place" TMPDIR=/tmp PATH=/usr/local/bin:/usr/bin:/bin setpriv --reuid=$nobody --regid=$nobody --clear-groups "$@"
