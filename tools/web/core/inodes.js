/* inodes.js - files by their paths, as the file system that a program sees, and back. */
import {Directory, File} from "@bjorn3/browser_wasi_shim";

const utf8 = new TextEncoder();

/* {"a/b.c": text or bytes} as folders; a path that ends with a slash is an empty one. */
export function inodesOf(files) {
    const top = new Map();
    for (const [path, data] of Object.entries(files)) {
        const parts = path.split("/"), name = parts.pop();
        let here = top;
        for (const part of parts) {
            if (!here.has(part)) here.set(part, new Directory(new Map()));
            here = here.get(part).contents;
        }
        if (name) here.set(name, new File(typeof data === "string" ? utf8.encode(data) : data));
    }
    return top;
}

/* Path -> bytes. */
export function filesIn(folder, before = "", found = {}) {
    for (const [name, inode] of folder) {
        if (inode instanceof Directory) filesIn(inode.contents, `${before}${name}/`, found);
        else found[before + name] = inode.data;
    }
    return found;
}
