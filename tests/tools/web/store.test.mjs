import test from "node:test";
import {MemoryStore} from "../../../tools/web/core/store.js";
import {checks} from "./store_checks.mjs";

for (const [what, check] of Object.entries(checks)) test(`in memory: ${what}`, () => {
    const first = new MemoryStore();
    return check(first, async () => new MemoryStore(first));
});
