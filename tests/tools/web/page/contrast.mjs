/* contrast.mjs - texts that are hard to read. */

/* Runs in the page: texts whose colour is too near to what is behind them. */
export function lowContrast() {
    const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const rgba = colour => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a], below) => [r, g, b].map((c, i) => c * a + below[i] * (1 - a));
    const behind = box => {
        const colour = rgba(getComputedStyle(box).backgroundColor);
        return colour[3] >= 0.99 || !box.parentElement ? over(colour, [255, 255, 255])
            : over(colour, behind(box.parentElement));
    };
    const light = rgb => rgb.map(c => c / 255)
        .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const low = new Set();
    for (const box of document.querySelectorAll("body *")) {
        const own = [...box.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
        if (!own || !box.offsetParent || box.closest("script, option, .unseen")) continue;
        const back = behind(box);
        const front = over(rgba(getComputedStyle(box).color), back);
        const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5)
            low.add(
                `${box.tagName}.${box.className} "${box.textContent.slice(0, 24)}" ` +
                `${ratio.toFixed(2)}`);
    }
    return [...low];
}
