/* session.js - cells of C that share what they declare, each compiled on its own:
 * tools/notebook/session.py for the page.
 *
 * A cell becomes a module of its own. What it defines at file scope gets a symbol of its own,
 * x__c7, by an asm label; later cells see it through a declaration made from the definition. A
 * second definition of x gets x__c9 and wins for all cells after it. Bare statements are wrapped in
 * CELL { ... }. Invariant: translate gives, letter for letter, what session.py gives.
 */
const STATEMENT =
    /^(?:(for|if|while|do|switch|return|printf|puts)\b|[A-Za-z_]\w*\s*(\(|=[^=]|->|\.|\[|\+\+|--|[-+*\/|&^]=)|[{*+(-])/;

/* [line, text] of every declaration, statement, function or preprocessor line at file scope. */
export function items(text) {
    const found = [], n = text.length;
    let start = 0, i = 0, depth = 0;
    const finish = end => {
        const piece = text.slice(start, end);
        if (piece.trim()) {
            const skipped = piece.length - piece.trimStart().length;
            found.push([text.slice(0, start + skipped).split("\n").length, piece.trim()]);
        }
        start = end;
    };
    while (i < n) {
        const c = text[i];
        if (text.startsWith("//", i)) {
            const end = text.indexOf("\n", i);
            i = end < 0 ? n : end;
        } else if (text.startsWith("/*", i)) {
            const end = text.indexOf("*/", i + 2);
            i = end < 0 ? n : end + 2;
        } else if (c === '"' || c === "'") {
            i++;
            while (i < n && text[i] !== c) i += text[i] === "\\" ? 2 : 1;
            i++;
        } else if (c === "#" && depth === 0 && !text.slice(start, i).trim()) {
            while (i < n && (text[i] !== "\n" || text[i - 1] === "\\")) i++;
            finish(i);
        } else {
            depth += "({[".includes(c);
            depth -= ")}]".includes(c);
            i++;
            if (depth === 0 &&
                (c === ";" || c === "}" &&
                    endsWithBlock(bare(text.slice(start, i)), text.slice(i)))) finish(i);
        }
    }
    finish(n);
    return found;
}

/* Without comments, and with empty strings. */
export function bare(text) {
    return text.replace(/\/\/[^\n]*|\/\*.*?\*\//gs, " ").replace(/"(\\.|[^"\\])*"/g, '""').trim();
}

function endsWithBlock(item, rest) {
    const head = item.split("{", 1)[0].trim();
    if (["CELL", "CELL_FAILS", "", "else"].includes(head)) return true;
    if (head === "do" || /^\s*else\b/.test(rest)) return false;
    return head.endsWith(")") && !head.replace(/\(.*\)/s, "").includes("=");
}

function splitCommas(text) {
    const parts = [];
    let depth = 0, begin = 0;
    [...text].forEach((c, i) => {
        depth += "({[".includes(c);
        depth -= ")}]".includes(c);
        if (c === "," && depth === 0) { parts.push(text.slice(begin, i)); begin = i + 1; }
    });
    return [...parts, text.slice(begin)];
}

/* A declarator without its initializer; T a[] = {1, 2} keeps its size. */
function declarator(part) {
    const equals = part.indexOf("="), left = (equals < 0 ? part : part.slice(0, equals)).trim();
    const right = equals < 0 ? "" : part.slice(equals + 1).trim();
    if (!/\[\s*\]/.test(left) || !right.startsWith("{")) return left;
    const inside = right.slice(1, -1).trimEnd().replace(/,+$/, "");
    return left.replace(/\[\s*\]/, () => `[${splitCommas(inside).length}]`);
}

function nameOf(declared) {
    // not one of its parameters
    const pointer = /^[^(]*\(\s*\*\s*(?:const\s+)?([A-Za-z_]\w*)/.exec(declared);
    if (pointer) return pointer[1];
    return declared.split(/[\[(]/, 1)[0].match(/[A-Za-z_]\w*/g)?.at(-1) ?? "";
}

function enumerators(body) {
    return splitCommas(body.slice(body.indexOf("{") + 1, -1)).map(
        part => /^\s*(\w*)/.exec(part)[1]);
}

const PIECE =
    /\/\/[^\n]*|\/\*.*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}]|\b(?:static|inline|_Noreturn)\s+/gs;

/* A name of a cell is seen by later ones. What is static inside of a function stays so: it outlives
 * the call. */
function withoutStatic(text) {
    let depth = 0;
    return text.replace(PIECE, piece => {
        if (piece === "{") depth++;
        if (piece === "}") depth--;
        return depth === 0 && /^[si_]/.test(piece) ? "" : piece;
    });
}

/* known: Map of name or text -> declaration, in order, of the cells before. [C for this cell, what
 * later cells will know once it has run]. */
export function translate(code, number, before) {
    const known = new Map(before), gone = new Set(), out = [];
    let wrapped = false;
    const know = (key, text) => {
        const words = new Set(key.split(/\s+/).slice(1));
        for (const old of [...known.keys()])
            if (old === key || old.startsWith("enum ") && key.startsWith("enum ") &&
                old.split(/\s+/).slice(1).some(w => words.has(w))) {
                known.delete(old);
                gone.add(old);
            }
        known.set(key, text);
    };
    for (const [line, whole] of items(code)) {
        const plain = bare(whole);
        if (plain === "" || plain === ";") continue; /* a comment */
        const isCell = /^CELL(_FAILS)?\b/.test(plain);
        const isStatement = !isCell && !plain.startsWith("#") && STATEMENT.test(plain);
        if (wrapped && !isStatement) out.push("}");
        if (isStatement && !wrapped) out.push("CELL {");
        wrapped = isStatement;
        let first = "", item = whole;
        if (plain.startsWith("#")) know(item, item);
        else if (!isCell && !isStatement) [first, item] = declare(plain, item, number, know);
        out.push(`${first}\n#line ${line} "cell ${number}"\n${item}`);
    }
    if (wrapped) out.push("}");
    const seen = [...before].filter(([key]) => !gone.has(key)).map(([, text]) => text).join("\n");
    return [`#include "notebook.h"\n${seen}\n${out.join("\n")}\n`, known];
}

function declare(plain, item, number, know) {
    const head = plain.split("{", 1)[0].trim();
    if (endsWithBlock(plain, "") && plain.includes("{")) { /* a function */
        const name = nameOf(head), proto = `${withoutStatic(head)} __asm__("${name}__c${number}");`;
        know(name, proto);
        return [proto, withoutStatic(item)];
    }
    const body = plain.replace(/;+$/, "");
    if (/^enum\b.*\}$/s.test(body)) {
        know("enum " + enumerators(body).join(" "), plain);
        return ["", item];
    }
    if (/^((typedef|extern)\b|(struct|union)\b[^=]*\}$)/.test(body)) {
        know("type " + nameOf(body.slice(body.lastIndexOf("}") + 1) || head), plain);
        return ["", item];
    }
    const parts = splitCommas(body), first = declarator(withoutStatic(parts[0]));
    const base = first.slice(0, first.search(new RegExp(`[*(]|\\b${nameOf(first)}\\b`)));
    const before = parts.map((part, i) => {
        const declared = i === 0 ? first : base + " " + declarator(part), name = nameOf(declared);
        const isPrototype = declared.endsWith(")") && !/\(\s*\*/.test(declared);
        const text = isPrototype ? withoutStatic(declared) + ";"
            : `extern ${declared} __asm__("${name}__c${number}");`;
        know(name, text);
        return text;
    });
    return [before.join(" "), withoutStatic(item)];
}
