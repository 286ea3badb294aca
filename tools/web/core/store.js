/* store.js - where a desk keeps its things: values under keys, in one database of the browser or in
 * memory.
 *
 *     get(key)                 the value, or undefined; peek(key): the same, and it does not count
 *         as seen
 *     keys(prefix)             the keys that begin so, in order
 *     update(changes, free)    {key: value, or undefined to delete}, all of them or none
 *     listen({changed, another})  changed(keys): another tab has written these; another(): there is
 *         another tab
 *
 * Two tabs share the database. Invariant: what another tab has written since this one read it is
 * never overwritten by changes: update() throws Conflict and writes nothing. Free ones are written
 * without a look.
 */

export class Conflict extends Error {
    constructor(key) {
        super(`${key} was changed in another tab`);
        this.key = key;
    }
}

/* What both stores do: which version of a key this tab has seen. A version is drawn, so that no two
 * are alike. */
class Seen {
    #versions = new Map();
    saw(key, entry) {
        this.#versions.set(key, entry?.version);
        return entry?.value;
    }
    /* Throws if entry, which is there now, is not what was seen. */
    check(key, entry) { if (this.#versions.get(key) !== entry?.version) throw new Conflict(key); }
    static next(value) {
        return {value, version: [...crypto.getRandomValues(new Uint32Array(3))].join("-")};
    }
}

/* In memory; other: a store whose memory it shares, as two tabs do. */
export class MemoryStore {
    #seen = new Seen();
    #entries;
    #tabs;
    #listeners = [];
    constructor(other = null) {
        this.#entries = other ? other.#entries : new Map();
        this.#tabs = other ? other.#tabs : [];
        this.#tabs.push(this);
    }
    async get(key) { return structuredClone(this.#seen.saw(key, this.#entries.get(key))); }
    async peek(key) { return structuredClone(this.#entries.get(key)?.value); }
    async keys(prefix = "") {
        return [...this.#entries.keys()].filter(k => k.startsWith(prefix)).sort();
    }
    async update(changes, free = {}) {
        for (const key of Object.keys(changes)) this.#seen.check(key, this.#entries.get(key));
        const all = Object.entries({...changes, ...free});
        for (const [key, value] of all) {
            const entry = value === undefined ? undefined : Seen.next(structuredClone(value));
            if (entry) this.#entries.set(key, entry);
            else this.#entries.delete(key);
            this.#seen.saw(key, entry);
        }
        for (const tab of this.#tabs) if (tab !== this)
            tab.#listeners.forEach(l => l.changed(all.map(([key]) => key)));
    }
    listen(listener) {
        const {changed = () => {}, another = () => {}} = listener;
        const others = this.#tabs.filter(tab => tab !== this).flatMap(tab => tab.#listeners);
        this.#listeners.push({changed, another});
        others.forEach(l => l.another());
        if (others.length) another();
    }
}

/* ---- in the browser -------------------------------------------------------------------------- */

const TABLE = "desk";

/* Opens the database of this name. If there is none yet, it begins with what stands in an older
 * one: another site may need that, too, so it stays. Rejects with a sentence for the student where
 * the browser has none for this page. */
export async function openStore(name = "kindling", older = null) {
    try {
        const there = await existing(name), entries = there ? [] : await entriesOf(older);
        return new BrowserStore(there ?? await begun(name, entries), new BroadcastChannel(name),
            entries.length);
    } catch (e) {
        throw new Error(
            `this browser keeps nothing for this page (${e.message}): a private window, or ` +
            "storage that is switched off. Your files would be gone with the tab");
    }
}
/* The database of this name, or null; none comes of asking. */
async function existing(name) {
    const asked = indexedDB.open(name);
    asked.onupgradeneeded = () => asked.transaction.abort();
    return done(asked).catch(e => { if (e.name !== "AbortError") throw e; return null; });
}
/* [[key, entry], ...] of all that is in a database. */
async function entriesOf(name) {
    const database = name && await existing(name);
    if (!database) return [];
    const table = database.transaction(TABLE).objectStore(TABLE);
    const [keys, entries] = await Promise.all([done(table.getAllKeys()), done(table.getAll())]);
    database.close();
    return keys.map((key, i) => [key, entries[i]]);
}
/* A new database with these entries, or none of it. */
function begun(name, entries) {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => {
        const table = asked.result.createObjectStore(TABLE);
        for (const [key, entry] of entries) table.put(entry, key);
    };
    return done(asked);
}
function done(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

class BrowserStore {
    #seen = new Seen();
    #database;
    #channel;
    /* taken: how many entries it began with. */
    constructor(database, channel, taken = 0) {
        this.taken = taken;
        this.#database = database;
        this.#channel = channel;
        database.onversionchange = () => database.close();
    }
    #table(mode) { return this.#database.transaction(TABLE, mode).objectStore(TABLE); }
    async get(key) { return this.#seen.saw(key, await done(this.#table("readonly").get(key))); }
    async peek(key) { return (await done(this.#table("readonly").get(key)))?.value; }
    async keys(prefix = "") {
        return done(
            this.#table("readonly").getAllKeys(IDBKeyRange.bound(prefix, prefix + "\uffff")));
    }

    async update(changes, free = {}) {
        const table = this.#table("readwrite"), transaction = table.transaction, written = [];
        const ended = new Promise((resolve, reject) => {
            transaction.oncomplete = resolve;
            transaction.onabort = () => reject(transaction.error);
        });
        ended.catch(() => {}); // told below
        try {
            const there = await Promise.all(Object.keys(changes).map(key => done(table.get(key))));
            Object.keys(changes).forEach((key, i) => this.#seen.check(key, there[i]));
            for (const [key, value] of Object.entries({...changes, ...free})) {
                const entry = value === undefined ? undefined : Seen.next(value);
                written.push([key, entry]);
                if (entry) table.put(entry, key);
                else table.delete(key);
            }
        } catch (e) {
            transaction.abort();
            throw e;
        }
        await ended.catch(e => {
            throw new Error(
                `this browser could not keep your change (${e?.message ?? "it was broken off"}): ` +
                `is the disk full?`);
        });
        written.forEach(([key, entry]) => this.#seen.saw(key, entry));
        this.#channel.postMessage({changed: written.map(([key]) => key)});
    }

    listen({changed = () => {}, another = () => {}}) {
        this.#channel.addEventListener("message", ({data}) => {
            if (data.changed) changed(data.changed);
            if (data.hello) this.#channel.postMessage({here: true});
            if (data.hello || data.here) another();
        });
        this.#channel.postMessage({hello: true});
    }
    close() {
        this.#channel.close();
        this.#database.close();
    }
}
