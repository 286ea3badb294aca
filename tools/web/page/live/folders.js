/* folders.js - files by their paths, as the file system that a program sees. */
import {Directory, File} from "@bjorn3/browser_wasi_shim";

const utf8 = new TextEncoder();

/* {"a/b": bytes or text} as folders. */
export function folders(files) {
    const root = new Map();
    for (const path in files) {
        const names = path.split("/"), last = names.pop();
        let at = root;
        for (const name of names) {
            if (!at.has(name)) at.set(name, new Directory(new Map()));
            at = at.get(name).contents;
        }
        at.set(last, new File(typeof files[path] === "string" ? utf8.encode(files[path]) : files[path]));
    }
    return root;
}
/* And back. */
export function written(contents, path = "", found = {}) {
    for (const [name, inode] of contents)
        if (inode instanceof Directory) written(inode.contents, path + name + "/", found);
        else found[path + name] = inode.data;
    return found;
}
