/* explain.js - what compiler and linker said, as the judge shows it: of calls.js and build_errors.js with what a module
 * knows. */
import {headerNames, wrongCalls} from "./calls.js";
import {buildErrors, diagnosticsOf, warningsOf} from "./build_errors.js";

/* library: text of library.txt; headers: {path: text}; modules: {name: {files: starting files, calls, tests}}, those
 * that are at hand. Texts and {errors, diagnostics}; files: {name: text}, the student's. */
export function makeExplain({library, headers, modules}) {
    const names = new Map();
    const namesOf = module => names.get(module) ?? names.set(module, headerNames(headers, module)).get(module);
    const sourcesOf = (module, files) => Object.fromEntries(Object.entries(files).map(([file, text]) => [`modules/${module}/${file}`, text]));
    const told = (said, module, files) => {
        const starts = Object.fromEntries(Object.entries(modules).map(([name, m]) => [name, m.files]));
        const {text, diagnostics} = buildErrors(said, {name: module, starts, tests: modules[module].tests, sources: sourcesOf(module, files)});
        return {errors: text, diagnostics};
    };
    return {
        calls(path, object, files) {
            const module = path.split("/").at(-2), folder = Object.fromEntries(Object.entries(files).filter(([file]) => file.endsWith(".c")));
            return wrongCalls({path, object, folder, calls: modules[module]?.calls ?? null, library, names: namesOf(module)}).map(line => line + "\n").join("");
        },
        compiler(said, module, files) {
            if (said.includes("error:")) return told(said, module, files);
            const errors = warningsOf(said);
            return {errors, diagnostics: diagnosticsOf(errors)};
        },
        linker: told,
    };
}
