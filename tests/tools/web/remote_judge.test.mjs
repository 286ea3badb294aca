/* remote_judge.test.mjs - what the page does when the worker of its judge fails. */
import test from "node:test";
import assert from "node:assert/strict";
import {RemoteJudge} from "../../../tools/web/core/remote_judge.js";

test("a worker that failed is ended, its jobs are told, and the next job has another", async () => {
    const started = [];
    const judge = new RemoteJudge(() => {
        const one = {sent: [], ended: false, postMessage(message) {
            this.sent.push(message);
        }, terminate() { this.ended = true; }};
        started.push(one);
        return one;
    });
    const stop = new AbortController();
    const opened = judge.open(), checked = judge.check("12_attention", {}, {signal: stop.signal});
    assert.equal(started.length, 1);
    started[0].onerror({message: "the network is gone"});
    await assert.rejects(opened, /the network is gone/);
    await assert.rejects(checked, /the network is gone/);
    stop.abort();
    assert.deepEqual([started.length, started[0].ended], [1, true],
        "nothing is begun that nobody asked for");
    const again = judge.open();
    started[1].onmessage({data: {id: started[1].sent[0].id, result: "open"}});
    assert.equal(await again, "open");
    assert.equal(started.length, 2);
});
