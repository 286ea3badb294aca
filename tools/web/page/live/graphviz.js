/* graphviz.js - Graphviz, compiled to WebAssembly: DOT in, SVG out. */
import {Graphviz} from "@hpcc-js/wasm-graphviz";

let loaded = null;
export async function draw(dot) {
    loaded ||= Graphviz.load();
    return (await loaded).dot(dot, "svg");
}
