/* graphviz.js - Graphviz, compiled to WebAssembly: DOT in, SVG out. It has no fonts, but knows how
 * wide Helvetica is. */
import {Graphviz} from "@hpcc-js/wasm-graphviz";

let loaded = null;
export async function draw(dot) {
    loaded ||= Graphviz.load();
    const known = 'fontname="Helvetica,Arial,sans-serif"';
    return (await loaded).dot(dot.replaceAll('fontname="sans-serif"', known), "svg");
}
