/* includes.test.mjs - includes from the top folder, and folders out of paths. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {folders, rootIncludes} from "../../../tools/web/core/includes.js";

test("a header beside, above, and two above", () => {
    assert.equal(rootIncludes("attention/attention.h", '#include "../nn/nn.h"\n'),
        '#include "nn/nn.h"\n');
    assert.equal(rootIncludes("nn/layers/module.h", '#include "../../autograd/autograd.h"'),
        '#include "autograd/autograd.h"');
    assert.equal(rootIncludes("nn/train/train.h", '  # include "../data/data.h"'),
        '  # include "nn/data/data.h"');
    assert.equal(rootIncludes("modules/12_attention/mask.c", '#include "../todo.h" // given'),
        '#include "modules/todo.h" // given');
});

test("all of them, and nothing else", () => {
    const text =
        '#include <math.h>\n#include "a.h"\n#include "../b.h"\nchar *s = "../c.h";\n' +
        '#include "../d.h"\n';
    assert.equal(rootIncludes("x/y.c", text),
        '#include <math.h>\n#include "a.h"\n#include "b.h"\nchar *s = "../c.h";\n#include "d.h"\n');
});

test("what leads out of the project stays for the compiler to complain of", () => {
    assert.equal(rootIncludes("x/y.c", '#include "../../z.h"'), '#include "../../z.h"');
});

test("folders", () => {
    const nested = {a: {b: {"c.h": "1"}, "d.h": "2"}, "e.c": "3"};
    const flat = {"a/b/c.h": "1", "a/d.h": "2", "e.c": "3"};
    assert.deepEqual(folders(flat), nested);
    assert.deepEqual(folders(new Map(Object.entries(flat))), nested);
});
