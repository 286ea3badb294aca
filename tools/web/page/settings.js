/* settings.js - theme, size of the letters, seconds for a test. */
import {showKeys} from "./dialog.js";
import {element} from "./dom.js";
import {chooseTheme, followTheme, theme} from "./theme.js";

export const usual = {size: 100, seconds: 10};

export function applySettings({size}) {
    document.documentElement.style.setProperty("--size", size / 100);
}

/* Draws the form; change(settings) at each change. */
export function drawSettings(form, settings, change) {
    const set = (key, value) => {
        settings[key] = value;
        applySettings(settings);
        change(settings);
    };
    const themes = [["auto", "as the system"], ["light", "light"], ["dark", "dark"]];
    form.replaceChildren(
        element("fieldset", {}, element("legend", {}, "Colours"),
            themes.map(([value, text]) => element("label", {},
            element("input",
                {type: "radio", name: "theme", value, checked: theme() === value,
                    onchange: () => chooseTheme(value)}), ` ${text}`))),
        element("label", {for: "size"}, "Size of the letters"),
        element("input",
            {id: "size", type: "range", min: 80, max: 150, step: 5, value: settings.size,
                oninput: e => set("size", Number(e.target.value))}),
        element("label", {for: "seconds"}, "Seconds that a test may take"),
        element("input", {id: "seconds", type: "number", min: 1, max: 600, value: settings.seconds,
            onchange: e => {
                if (e.target.checkValidity()) set("seconds", Number(e.target.value));
                else e.target.reportValidity();
            }}),
        element("button", {class: "only-narrow", type: "button",
            onclick: () => showKeys()}, "Keys and signs"));
    form.addEventListener("submit", e => e.preventDefault());
    followTheme(() => { form.querySelector(`[value=${theme()}]`).checked = true; });
}
