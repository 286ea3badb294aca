/* driver.js - clang without its driver: what the driver says of some flags is asked once, and each
 * file is one run.
 *
 * That halves the time of a small file: in WebAssembly every run starts by copying a fresh
 * memory. */

/* The commands in what "clang -###" prints. */
export function commandsOf(printed) {
    return printed.split("\n").filter(line => line.startsWith(' "')).map(line =>
        Array.from(line.matchAll(/ "((?:[^"\\]|\\.)*)"/g), m => m[1].replace(/\\(.)/g, "$1"))
            .filter(Boolean));
}

/* The files that a dependency file (-MMD) names behind its target. */
export function dependencies(text) {
    return text.replace(/\\\n/g, " ").replace(/^[^:]*:/, "").split(/\s+/).filter(Boolean);
}

export class Driver {
    #llvm;
    #commands = new Map();

    constructor({runLLVM, Exit}) {
        this.#llvm = async (args, tree) => {
            const said = {stdout: [], stderr: []}, words = new TextDecoder();
            const hear = pieces => bytes => bytes &&
                pieces.push(words.decode(bytes, {stream: true}));
            const options = {stdin: null, stdout: hear(said.stdout), stderr: hear(said.stderr),
                decodeASCII: false,
                fetchProgress() {}};
            let files, ok = true;
            try {
                files = await runLLVM(args, tree, options);
            } catch (error) {
                if (!(error instanceof Exit)) /* the compiler itself: nobody's C */
                    throw new Error(
                        `clang ended in the middle, at ${args.at(-1)}: ${error.message}\n` +
                        `${said.stderr.join("")}`);
                ok = false;
                files = error.files;
            }
            return {ok, files, said: said.stdout.join("") + said.stderr.join("")};
        };
    }

    /* The compiler's own command for these flags, with NAME.c and NAME.o still to be put in. */
    async #command(flags) {
        const key = flags.join("\0");
        if (!this.#commands.has(key)) {
            const {ok, said} =
                await this.#llvm(["clang", "-###", ...flags, "-c", "NAME.c", "-o", "NAME.o"],
                    {"NAME.c": ""});
            const command = commandsOf(said).find(c => c.includes("-cc1"));
            if (!ok || !command)
                throw new Error(`clang does not take its flags: ${said.trim()}`);
            this.#commands.set(key, command);
        }
        return this.#commands.get(key);
    }

    /* file: its path in tree (nested folders, as folders() of includes.js makes them). object is
     * null if it does not compile; said: clang's words; needs: the files it was made of, if the
     * flags have -MMD. */
    async compile(file, tree, flags) {
        const command = (await this.#command(flags)).map(word =>
            word === "NAME.c" ? file : word.startsWith("NAME.") ? "@" + word.slice(4) : word);
        const {ok, files, said} = await this.#llvm(command, tree).catch(error => {
            // the vectorizer stumbles over a few loops
            const plain = command.filter(word => word !== "-vectorize-loops");
            if (plain.length === command.length)
                throw error;
            return this.#llvm(plain, tree);
        });
        const needs = files["@.d"] ? dependencies(new TextDecoder().decode(files["@.d"])) : [];
        return {object: ok ? files["@.o"] : null, said, needs};
    }

    /* Any of the LLVM tools: run("wasm-ld", [...], tree). */
    run(tool, args, tree) {
        return this.#llvm([tool, ...args], tree);
    }
}
