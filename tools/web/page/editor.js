/* editor.js - the editor: one text and one history for each file, marks from the compiler,
 * completion, contracts. */
import {EditorState, Prec, RangeSetBuilder} from "@codemirror/state";
import {EditorView, ViewPlugin, Decoration, keymap, lineNumbers, highlightActiveLine,
    highlightActiveLineGutter, drawSelection, hoverTooltip} from "@codemirror/view";
import {defaultKeymap, history, historyKeymap, indentWithTab} from "@codemirror/commands";
import {bracketMatching, indentOnInput, indentUnit, HighlightStyle,
    syntaxHighlighting} from "@codemirror/language";
import {acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap,
    completionStatus, moveCompletionSelection, selectedCompletion} from "@codemirror/autocomplete";
import {diagnosticCount, setDiagnostics, lintGutter, lintKeymap} from "@codemirror/lint";
import {search, searchKeymap, searchPanelOpen, highlightSelectionMatches} from "@codemirror/search";
import {cpp} from "@codemirror/lang-cpp";
import {tags} from "@lezer/highlight";
import {element} from "./dom.js";
import {functionAround, functionHead} from "../core/hints.js";

const colours = HighlightStyle.define([
    {tag: [tags.keyword, tags.typeName, tags.modifier, tags.definitionKeyword],
        color: "var(--keyword)"},
    {tag: [tags.string, tags.character, tags.special(tags.string)], color: "var(--string)"},
    {tag: [tags.lineComment, tags.blockComment], color: "var(--comment)"},
    {tag: [tags.number, tags.bool, tags.null], color: "var(--number)"},
    {tag: [tags.processingInstruction, tags.macroName], color: "var(--quiet)"},
]);

/* A brace stands on a line of its own and is closed lines later: one that is put in by itself is in
 * the way then. */
const noBraces = EditorState.languageData.of(
    () => [{closeBrackets: {brackets: ["(", "[", "'", '"']}}]);

/* An else goes below its if, however the line before left the cursor. */
const elseBelowIf = EditorState.languageData.of(() => [{indentOnInput: /^\s*else$/}]);

/* A line that is wider than the editor goes on under its first word: behind the star of a comment
 * and a word in capitals as CONTRACT, in code one step further in. */
const hangingIndent = ViewPlugin.fromClass(class {
    constructor(view) { this.decorations = indents(view); }
    update(u) { if (u.docChanged || u.viewportChanged) this.decorations = indents(u.view); }
}, {decorations: plugin => plugin.decorations});

/* A browser breaks lines behind a hyphen. */
const arrow = Decoration.mark({class: "unbroken"});
const BEGINNING = /^(\s*)((?:\/?\*+|\/\/) *(?:[A-Z][A-Z ]+ {2,})?)?/;

function indents(view) {
    const all = new RangeSetBuilder();
    for (const {from, to} of view.visibleRanges)
        for (let at = from; at <= to;) {
            const line = view.state.doc.lineAt(at);
            at = line.to + 1;
            if (line.length === 0) continue;
            const [, blanks, star] = BEGINNING.exec(line.text);
            const width = Math.min(28, blanks.length + (star?.length ?? 4));
            const rule = /-{20} *(\*\/)?$/.test(line.text); /* a banner: its end tells nothing */
            all.add(line.from, line.from,
                Decoration.line(
                    {class: `hanging${rule ? " rule" : ""}`,
                        attributes: {style: `--indent: min(${width}ch, 50cqi)`}}));
            for (const {index} of line.text.matchAll(/->/g))
                all.add(line.from + index, line.from + index + 2, arrow);
        }
    return all.finish();
}

export class Editor {
    /* onChange(name, text) at each change of a student's file; names: () => the engine's names;
     * said(text): told in a line. */
    constructor(place, {onChange, onRun, names, said}) {
        Object.assign(this,
            {onChange, names, said, states: new Map(), places: new Map(), name: null,
                marks: new Map()});
        this.view = new EditorView(
            {parent: place, dispatchTransactions: (all, view) => this.dispatched(all, view)});
        this.keys = Prec.highest(keymap.of([
            {key: "Mod-Enter", run: () => { onRun(); return true; }},
            {key: "Escape", run: view => this.leave(view)},
        ]));
        this.view.dom.hidden = true;
    }

    extensions(name, given) {
        const isC = /\.[ch]$/.test(name);
        return [
            this.keys, EditorView.lineWrapping, hangingIndent, lineNumbers(),
            highlightActiveLineGutter(), highlightActiveLine(), drawSelection(), history(),
            search({top: true}),
            highlightSelectionMatches(), syntaxHighlighting(colours), lintGutter(),
            EditorState.tabSize.of(4), indentUnit.of("    "),
            EditorView.contentAttributes.of(
                {"aria-label": given ? `${name}, to read`
                    : `${name}, editor. Escape, then Tab leaves it.`,
                    tabindex: "0", spellcheck: "false", autocorrect: "off",
                    autocapitalize: "off"}),
            given ? EditorState.readOnly.of(true) : [],
            isC ? [noBraces, elseBelowIf, cpp(), bracketMatching(), closeBrackets(),
                indentOnInput(),
                hoverTooltip((view, at) => this.contractAt(view, at))] : [],
            isC && !given
                ? autocompletion(
                    {override: [context => this.complete(context)], icons: false,
                        selectOnOpen: false}) // Enter ends a line; who wants a name says so
                : [],
            keymap.of(
                [{key: "Tab", run: takeName}, ...closeBracketsKeymap, ...completionKeymap,
                    ...searchKeymap, ...historyKeymap,
                    ...lintKeymap, ...defaultKeymap, indentWithTab]),
        ];
    }

    /* Files of another module: nothing of the last one stays. */
    forget() {
        this.states.clear();
        this.places.clear();
        this.marks.clear();
        this.name = null;
    }

    /* Shows this text. A text that was changed elsewhere (a field, an import) becomes one step of
     * the file's history. */
    show(name, text, given = false, line = 0) {
        this.keep();
        this.view.dom.hidden = false;
        const state = this.states.get(name) ||
            EditorState.create({doc: text, extensions: this.extensions(name, given)});
        this.name = name;
        this.given = given;
        this.view.setState(state);
        this.replace(name, text);
        this.drawMarks();
        this.goBack(this.places.get(name), line);
    }

    /* To where this file was left, a new one to the function around a line, or the first to write:
     * a scroller keeps the place of the file before. */
    goBack(place, line) {
        const {scrollDOM} = this.view;
        if (!place) Object.assign(scrollDOM, {scrollTop: 0, scrollLeft: 0});
        this.arriving = place || this.headOf(line) || this.view.scrollSnapshot();
        this.view.dispatch({effects: this.arriving});
        this.view.requestMeasure({key: this, read() {}, write: () => { this.arriving = null; }});
    }

    /* On a small screen the comment of a file is all that fits: the head of the function comes
     * first. */
    headOf(line) {
        const {doc} = this.view.state;
        const text = doc.toString(), todo = this.given ? -1 : text.indexOf("todo(\"");
        const at = line || (todo < 0 ? 0 : doc.lineAt(todo).number);
        const head = at > 0 ? functionHead(text, at) : null;
        return head &&
            EditorView.scrollIntoView(doc.line(head.line).from, {y: "start", yMargin: 4});
    }

    keep() {
        if (this.name === null) return;
        this.states.set(this.name, this.view.state);
        // what is not drawn yet has its place still to come
        this.places.set(this.name, this.arriving || this.view.scrollSnapshot());
    }

    /* The file has another text now; the cursor stays where it can. */
    replace(name, text) {
        if (name !== this.name) {
            const state = this.states.get(name);
            if (state && state.doc.toString() !== text)
                this.states.set(name,
                    state.update({changes: {from: 0, to: state.doc.length, insert: text}}).state);
            return;
        }
        const old = this.view.state.doc.toString();
        if (old === text) return;
        let from = 0, end = 0;
        while (from < old.length && old[from] === text[from]) from++;
        while (end < old.length - from && end < text.length - from &&
            old.at(-1 - end) === text.at(-1 - end)) end++;
        this.silent = true;
        this.view.dispatch(
            {changes: {from, to: old.length - end, insert: text.slice(from, text.length - end)}});
        this.silent = false;
    }

    dispatched(all, view) {
        view.update(all);
        if (!this.silent && !this.given && all.some(t => t.docChanged))
            this.onChange(this.name, view.state.doc.toString());
    }

    jump(line, column = 0) {
        const {doc} = this.view.state;
        const there = doc.line(Math.max(1, Math.min(line || 1, doc.lines)));
        const at = Math.min(there.to, there.from + Math.max(0, column - 1));
        // what is meant by a function's head is what stands below it
        const isHead = functionHead(doc.toString(), there.number)?.line === there.number;
        const where = isHead ? {y: "start", yMargin: 4} : {y: "center"};
        this.view.dispatch(
            {selection: {anchor: at}, effects: EditorView.scrollIntoView(at, where)});
        this.view.focus();
    }

    line() {
        const {doc, selection} = this.view.state;
        return doc.lineAt(selection.main.head).number;
    }

    /* The function, or the answer, that the cursor is in; "": none. */
    here() {
        return functionAround(this.view.state.doc.toString(), this.line());
    }

    /* Escape closes what is open; else the next Tab goes on to the next part of the page. */
    leave(view) {
        if (completionStatus(view.state) || searchPanelOpen(view.state)) return false;
        view.setTabFocusMode(4000);
        this.said("Tab now leaves the editor.");
        return true;
    }

    /* ---- what the compiler said ---- */

    mark(diagnostics) {
        this.marks.clear();
        for (const d of diagnostics) if (d.line)
            this.marks.set(d.file, [...(this.marks.get(d.file) || []), d]);
        this.drawMarks();
    }

    drawMarks() {
        const {doc} = this.view.state;
        const marks = (this.marks.get(this.name) || []).filter(d => d.kind !== "note" &&
            d.line <= doc.lines).map(d => {
            const line = doc.line(d.line);
            const from = Math.min(line.to, line.from + Math.max(0, (d.column || 1) - 1));
            const word = /^\w+/.exec(line.text.slice(from - line.from));
            return {from, to: Math.min(line.to, from + (word ? word[0].length : 1)),
                severity: d.kind, message: d.text};
        });
        if (marks.length > 0 || diagnosticCount(this.view.state) > 0)
            this.view.dispatch(setDiagnostics(this.view.state, marks));
    }

    /* ---- names: those of the file, then the engine's ---- */

    complete(context) {
        const word = context.matchBefore(/\w+/);
        if (!word || (!context.explicit && word.text.length < 2) || /\d/.test(word.text[0]))
            return null;
        const names = this.names(), engines = new Set(names.map(n => n.name));
        const own = namesIn(context.state, word).filter(name => !engines.has(name));
        return {from: word.from, validFor: /^\w*$/, options: [
            ...own.map(label => ({label, boost: 50})),
            ...names.map(n => ({
                label: n.name, type: n.kind, detail: n.contract ? brief(n.contract) : "",
                info: () => contractBox(n)}))]};
    }

    contractAt(view, at) {
        const line = view.state.doc.lineAt(at), here = at - line.from;
        for (const match of line.text.matchAll(/\w+/g)) {
            if (match.index > here || match.index + match[0].length < here) continue;
            const name = this.names().find(n => n.name === match[0]);
            return name
                ? {pos: line.from + match.index, end: line.from + match.index + match[0].length,
                    above: true,
                    create: () => ({dom: contractBox(name)})} : null;
        }
        return null;
    }
}

/* Tab takes the name that is chosen, else the first. */
function takeName(view) {
    if (completionStatus(view.state) === "active" && !selectedCompletion(view.state))
        moveCompletionSelection(true)(view);
    return acceptCompletion(view);
}

/* Words of a file's code, without the one that is being typed. */
function namesIn(state, {from, to}) {
    const text = state.sliceDoc(0, from) + " " + state.sliceDoc(to);
    const code = text.replace(/\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"/g, " ");
    return [...new Set(code.match(/\b[A-Za-z_]\w{2,}/g))];
}

const brief = contract => contract.length > 44 ? `${contract.slice(0, 42).replace(/\s\S*$/, "")} …`
    : contract;
const contractBox = n => element("div", {class: "contract"}, element("code", {}, n.detail),
    n.contract ? element("p", {}, n.contract) : null,
    element("p", {class: "from"}, `${n.file}:${n.line}`));
