/* node_judge.mjs - the judge of the page on the files of build/web, in Node: one process, no
 * worker. */
import fs from "node:fs";
import {Driver} from "../../../../tools/web/core/driver.js";
import {Judge} from "../../../../tools/web/core/judge.js";
import {runProgram} from "../../../../tools/web/core/machine.js";
import {runTest} from "../../../../tools/web/core/one_test.js";
import {gunzip, untar} from "../../../../tools/web/core/tar.js";
import {Toolchain} from "../../../../tools/web/core/toolchain.js";
import {clang} from "../../../../tools/web/node/clang.mjs";

export async function nodeJudge(site = "build/web", driver = null) {
    const json = file => JSON.parse(fs.readFileSync(`${site}/data/${file}`, "utf8"));
    const packs = new Map(), course = json("course.json");
    const objects = config => {
        if (!packs.has(config))
            packs.set(
                config, gunzip(fs.readFileSync(`${site}/objects/${config}.tar.bin`)).then(untar));
        return packs.get(config);
    };
    const toolchain =
        new Toolchain({driver: driver ?? new Driver(await clang()), headers: json("tree.json"),
            objects, include: course.include});
    const mistakesOf = async module =>
        fs.readFileSync(`${site}/data/mistakes/${module}.txt`, "utf8");
    return new Judge(
        {course, toolchain, mistakesOf,
            runTest: async (program, options) => runTest(program.module, options),
                      runProgram: async (program, options) => runProgram(program.module, options)});
}
