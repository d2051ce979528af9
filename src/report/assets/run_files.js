// Runs in and out of the page: saved and loaded as JSON that `weir simulate --replay` reads, and as a link. The address
// follows the run, so that a reload and the browser's bookmarks keep it.

function runFiles({ api, store, fileInput, open, say, fileName }) {
  const kAddress = 5000; // choices in the address at most; a link may be longer
  let timer = null,
    written = "";

  const fragment = () => `#run=${encodeChoices(store.choices())}&step=${store.position}`;

  function writeAddress() {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      written = store.run.length <= kAddress ? fragment() : "#";
      if (location.hash !== written) history.replaceState(null, "", written);
    }, 250);
  }

  async function save() {
    const recording = await api.post("save", store.choices());
    const link = element("a", {
      href: URL.createObjectURL(new Blob([JSON.stringify(recording, null, 1)], { type: "application/json" })),
      download: fileName(),
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say(`Saved ${store.last} steps as ${link.download}.`);
  }

  async function load(file) {
    const answer = await api.post("follow", { recording: await file.text() });
    open(answer, { position: answer.positions.length - 1, origin: "saved run " + file.name });
    report(answer);
  }

  async function copyLink() {
    const link = `${location.origin}/?token=${encodeURIComponent(api.token)}${fragment()}`;
    try {
      await navigator.clipboard.writeText(link);
      say("The link to this run is copied.");
    } catch {
      say(link);
    }
  }

  function report(answer) {
    if (answer.followed < answer.of)
      say(
        `The model follows only ${answer.followed} of ${answer.of} steps${answer.problem ? ": " + answer.problem : "."}`,
      );
  }

  // Follows the run in the address; resolves to false if there is none.
  async function followAddress() {
    const parts = parseFragment(location.hash);
    if (!parts.has("run")) return false;
    clearTimeout(timer); // what was about to be written is out of date
    timer = null;
    const run = decodeChoices(parts.get("run"));
    if (!run) {
      say("The link does not hold a run.");
      return false;
    }
    const answer = await api.post("follow", run);
    open(answer, {
      position: parts.has("step") ? Number(parts.get("step")) || 0 : answer.positions.length - 1,
      start: run.start,
    });
    report(answer);
    return true;
  }

  fileInput.addEventListener("change", () => {
    const [file] = fileInput.files;
    if (file)
      load(file)
        .catch(error => say(error.message))
        .finally(() => {
          fileInput.value = "";
        });
  });
  addEventListener("hashchange", () => {
    if (location.hash !== written) followAddress().catch(error => say(error.message));
  });

  return { save, copyLink, writeAddress, followAddress, report };
}
