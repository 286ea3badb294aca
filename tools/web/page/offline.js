/* offline.js - registers the service worker, and says when a newer version of the site waits.
 *
 * onUpdate(take): take() loads the new version; until then this page stays what it is. */
export async function stayOffline(onUpdate) {
    if (!("serviceWorker" in navigator))
        // an http address that is not this machine's own: the site works, with a network
        return null;
    // the first worker takes over the page that it was made by: nothing changes
    let first = !navigator.serviceWorker.controller;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
        if (!first) location.reload();
        first = false;
    });
    const registration = await navigator.serviceWorker.register("sw.js", {updateViaCache: "none"});
    const waits = worker => {
        if (worker && navigator.serviceWorker.controller)
            onUpdate(() => worker.postMessage("update"));
    };
    waits(registration.waiting);
    registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker.addEventListener("statechange", () => worker.state === "installed" && waits(worker));
    });
    return registration;
}
