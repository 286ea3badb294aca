// The other side of `bench --worker encode`: gpt-tokenizer, an npm package, makes tokens of the
// same text.
//
//   node tools/bench/npm_encode.js --seconds 1      (make gpt2-tokenizer fetches the package)
const fs = require("fs");
const path = require("path");
const root = path.join(__dirname, "../..");
const { encode } =
    require(
        path.join(
            root, "build/tokenizer/packages/node_modules/gpt-tokenizer/cjs/encoding/r50k_base"));

const text = fs.readFileSync(path.join(root, "notebooks-c/prose.txt"), "utf8");
const seconds = Number(process.argv[process.argv.indexOf("--seconds") + 1]) || 1;
const nothing = { allowedSpecial: new Set(), disallowedSpecial: new Set() };

let ids;
const once = () => {
    const begin = process.hrtime.bigint();
    ids = encode(text, nothing);
    return Number(process.hrtime.bigint() - begin) / 1e6;
};
for (let i = 0; i < 10; i++) once(); // until it is compiled, and words are remembered
const times = [];
for (let sum = 0; sum < 1000 * seconds || times.length < 5; sum += times[times.length - 1])
    times.push(once());
times.sort((a, b) => a - b);
const median = times[Math.floor(times.length / 2)];
console.log(
    JSON.stringify({ case: "encode", median_ms: median, steps: times.length, ids: ids.length,
    mb_per_s: Buffer.byteLength(text) / median / 1e3 }));
