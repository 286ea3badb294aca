/* workers.test.mjs - a worker for the tests of a run: kept, ended when time is up or the student
 * stops, and then another one. */
import test from "node:test";
import assert from "node:assert/strict";
import {Workers} from "../../../tools/web/core/workers.js";

const TIMED_OUT = 5;
const verdict = outcome => { const bytes = new Uint8Array(64); bytes[0] = outcome; return bytes; };
const outcomeOf = ({verdict: bytes}) => new DataView(bytes.buffer).getInt32(0, true);
const program = {module: "the module"}, options = {name: "one", seconds: 10};

/* Workers that do nothing but what the test says. */
function pool() {
    const started = [];
    const workers = new Workers(() => {
        const one = {sent: [], ended: false, postMessage(message) {
            this.sent.push(message);
        }, terminate() { this.ended = true; },
        says(data) { this.onmessage({data}); }};
        started.push(one);
        return one;
    });
    return {workers, started};
}

test("a worker stays for the next test", async () => {
    const {workers, started} = pool();
    for (const n of [1, 2]) {
        const ran = workers.runTest(program, options);
        started[0].says({result: {verdict: verdict(1), printed: new Uint8Array(), stack: ""}});
        assert.equal(outcomeOf(await ran), 1);
        assert.deepEqual(started[0].sent[n - 1], {kind: "test", module: "the module", options});
    }
    assert.deepEqual([started.length, started[0].ended], [1, false]);
});

test("what is stopped is ended at once, and the next test has a new worker", async () => {
    const {workers, started} = pool(), control = new AbortController();
    const ran = workers.runTest(program, options, control.signal);
    control.abort();
    assert.equal(outcomeOf(await ran), TIMED_OUT);
    assert.equal(started[0].ended, true);
    workers.runTest(program, options);
    assert.equal(started.length, 2);
});

test("to stop after the end ends nobody", async () => {
    const {workers, started} = pool(), control = new AbortController();
    const ran = workers.runTest(program, options, control.signal);
    started[0].says({result: {verdict: verdict(1), printed: new Uint8Array(), stack: ""}});
    await ran;
    control.abort();
    assert.equal(started[0].ended, false);
});

test("a worker that does not answer is ended after the test's seconds and three more", async t => {
    t.mock.timers.enable({apis: ["setTimeout"]});
    const {workers, started} = pool(), ran = workers.runTest(program, options);
    t.mock.timers.tick(12999);
    assert.equal(started[0].ended, false);
    t.mock.timers.tick(1);
    const found = await ran;
    assert.deepEqual([started[0].ended, outcomeOf(found), found.timedOut], [true, TIMED_OUT, true]);
});

test("a test that ended itself for its time is one that ran out of it", async () => {
    const {workers, started} = pool(), ran = workers.runTest(program, options);
    started[0].says({result: {verdict: verdict(TIMED_OUT), printed: new Uint8Array(), stack: ""}});
    assert.equal((await ran).timedOut, true);
});

test("trouble in a worker is an error", async () => {
    const {workers, started} = pool(), said = workers.runTest(program, options);
    started[0].says({error: "no memory"});
    await assert.rejects(said, /no memory/);
    const broken = workers.runTest(program, options);
    started[1].onerror({message: "no script"});
    await assert.rejects(broken, /no script/);
    assert.equal(started[1].ended, true);
});

test("a program: what it prints as it comes, its end, a crash, a stop", async () => {
    const {workers, started} = pool();
    const heard = [], onOutput = text => heard.push(text), control = new AbortController();
    const ran = workers.runProgram(program, {onOutput, args: ["demo"]});
    started[0].says({output: "step 1"});
    started[0].says({result: {trap: "unreachable"}});
    assert.equal((await ran).trap, "unreachable");
    assert.deepEqual([heard, started[0].ended, started[0].sent[0].options],
        [["step 1", "\nIt crashed: unreachable\n"], true, {args: ["demo"]}]);
    const stopped = workers.runProgram(program, {onOutput, signal: control.signal});
    control.abort();
    assert.equal((await stopped).stopped, true);
    assert.equal(started[1].ended, true);
});
