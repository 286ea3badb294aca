/* store_checks.mjs - what every store has to do, whether in memory or in a browser. Each check gets
 * an empty store, and another(): a second tab with the same database. */
function equal(got, want, what = "") {
    if (JSON.stringify(got) !== JSON.stringify(want))
        throw new Error(`${what}: ${JSON.stringify(got)}, expected ${JSON.stringify(want)}`);
}
async function conflicts(promise, key) {
    const error = await promise.then(() => null, e => e);
    equal(error?.key, key, `conflict (${error?.message})`);
    equal(error.message, `${key} was changed in another tab`);
}
/* What another tab hears comes a little later; if never, the check that follows tells. */
async function until(holds) {
    for (let n = 0; n < 6000 && !holds(); n++)
        await new Promise(resolve => setTimeout(resolve, 10));
}

export const checks = {
    async "values come back as they were, keys in order"(store) {
        equal(await store.get("a/b"), undefined);
        const value = {text: "int f(void);\n", list: [1, 2], nothing: null};
        await store.update({"b/y": 1, "a/b": value, "b/ä": 4, "b/x": 2, "b": 3});
        value.text = "changed afterwards";
        equal(await store.get("a/b"), {text: "int f(void);\n", list: [1, 2], nothing: null});
        equal(await store.keys("b/"), ["b/x", "b/y", "b/ä"]);
        equal(await store.keys(), ["a/b", "b", "b/x", "b/y", "b/ä"]);
        await store.update({"b/x": undefined});
        equal(await store.get("b/x"), undefined);
        equal(await store.keys("b/"), ["b/y", "b/ä"]);
        (await store.get("a/b")).list.push(3);
        equal((await store.get("a/b")).list, [1, 2]);
    },
    async "a tab sees what the other wrote, and hears of it"(store, another) {
        const second = await another(), heard = [];
        second.listen({changed: keys => heard.push(...keys)});
        store.listen({changed: keys => heard.push("its own", ...keys)});
        await store.update({a: 1}, {b: 2});
        equal(await second.get("a"), 1);
        await until(() => heard.length === 2);
        equal(heard, ["a", "b"]);
    },
    async "what another tab wrote is not overwritten, and nothing of the change is kept"(
        store, another) {
        const second = await another();
        await store.update({a: 1, b: 1});
        await second.get("a");
        await second.get("b");
        await store.update({a: 2});
        await conflicts(second.update({b: 3, a: 3}, {free: 3}), "a");
        equal([await second.get("a"), await second.get("b"), await second.get("free")],
            [2, 1, undefined]);
        await second.update({a: 4, b: 4}); // now it has been seen
        await conflicts(store.update({b: 5}), "b");
        equal(await store.get("a"), 4);
    },
    async "what was never looked at is not overwritten, nor deleted"(store, another) {
        const second = await another();
        await store.update({a: 1});
        await conflicts(second.update({a: 2}), "a");
        await conflicts(second.update({a: undefined}), "a");
        equal(await second.peek("a"), 1);
        await conflicts(second.update({a: 2}), "a"); // a glance does not count
    },
    async "what another tab has deleted, and written anew, was changed"(store, another) {
        const second = await another();
        await store.update({a: 1, b: 1});
        await second.get("a");
        await second.get("b");
        await store.update({a: undefined, b: undefined});
        await conflicts(second.update({a: 2}), "a");
        await store.update({b: 1});
        await conflicts(second.update({b: 2}), "b");
    },
    async "free changes are written without a look"(store, another) {
        const second = await another();
        await store.update({a: 1});
        await second.update({}, {a: 2});
        equal(await store.get("a"), 2);
        await second.update({}, {a: undefined});
        equal(await store.get("a"), undefined);
    },
    async "many changes at once of one tab are no conflict"(store) {
        await Promise.all([1, 2, 3, 4].map(n => store.update({a: n})));
        equal(await store.get("a"), 4);
    },
    async "a second tab is told, and tells the first"(store, another) {
        const told = [];
        store.listen({another: () => told.push("first")});
        const second = await another();
        equal(told, []);
        second.listen({another: () => told.push("second")});
        await until(() => told.length === 2);
        equal(told.sort(), ["first", "second"]);
    },
};
