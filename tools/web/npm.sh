#!/bin/sh
# npm.sh FOLDER - the npm packages of package-lock.json, with their checksums, into FOLDER/node_modules.
# No package runs anything while it is installed.
folder=$1
stop() { printf '%s\n' "$*" >&2; exit 1; }

command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 ||
    stop "make web needs Node.js (20 or newer) and npm, and they are not there. Please type: apt-get install nodejs npm"
major=$(node -p 'process.versions.node.split(".")[0]')
[ "$major" -ge 20 ] || stop "make web needs Node.js 20 or newer, and this is $(node --version): see https://nodejs.org"

echo "installing compiler, editor and WASI from npm into $folder, once (about 140 MB) ..."
mkdir -p "$folder"
cp tools/web/package.json tools/web/package-lock.json "$folder/"
log=$folder/npm.log
if ! (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund) >"$log" 2>&1; then
    stop "npm could not fetch the packages: make web needs a network the first time, and none later. What npm said is in $log"
fi
# Where node and esbuild look for packages; git does not see it.
[ -L node_modules ] || [ ! -e node_modules ] || stop "node_modules is in the way: make web wants a link of that name"
ln -sfn "$folder/node_modules" node_modules
touch "$folder/ready"
