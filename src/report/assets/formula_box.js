// A formula checked while it is typed: each change cancels the running check and, after a pause, starts another.

function formulaBox(
  { input, semantics, fair, status, openButton, cancelButton },
  { api, onOpen, onFormula, onResult, announce },
) {
  const kPause = 350; // milliseconds without a key before a check starts
  let timer = null,
    job = null,
    result = null,
    checked = "";

  function say(kind, text) {
    status.replaceChildren(verdictSign(kind), " ", text);
    status.className = "verdict-line " + kind;
    input.setAttribute("aria-invalid", String(kind === "error"));
  }

  function stop() {
    clearTimeout(timer);
    if (job) job.cancel();
    job = null;
    result = null;
    openButton.hidden = cancelButton.hidden = true;
  }

  async function check() {
    const formula = input.value.trim();
    stop();
    checked = formula;
    if (!formula) {
      status.textContent = "Checked while you type.";
      status.className = "verdict-line soft";
      input.removeAttribute("aria-invalid");
      return;
    }
    const mine = (job = new CheckJob(api, { formula, semantics: semantics.value, options: { fair: fair.value } }));
    cancelButton.hidden = false;
    say("running", "checking");
    onFormula(formula);
    try {
      const answer = await mine.run(progress => {
        if (job === mine) say("running", "holds so far: " + describeProgress(progress));
      });
      if (job !== mine || !answer) return;
      result = answer;
      say(answer.verdict, describeResult(answer));
      openButton.hidden = !answer.counterexample;
      announce(`${formula}: ${describeResult(answer)}`);
      onResult(formula, answer);
    } catch (error) {
      if (job === mine)
        say(
          "error",
          [error.message, ...error.diagnostics.map(d => d.message)]
            .filter((m, i, all) => m && all.indexOf(m) === i)
            .join(" "),
        );
    }
    if (job === mine) {
      job = null;
      cancelButton.hidden = true;
    }
  }

  function schedule() {
    clearTimeout(timer);
    if (input.value.trim() === checked) return;
    if (job) {
      job.cancel();
      job = null;
    }
    checked = null;
    openButton.hidden = true;
    cancelButton.hidden = true;
    timer = setTimeout(check, kPause);
  }

  function cancel() {
    if (!job) return;
    stop();
    say("none", "cancelled");
    announce("cancelled");
  }

  input.addEventListener("input", schedule);
  input.addEventListener("keydown", event => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (result && result.counterexample && input.value.trim() === checked) onOpen(result);
    else check();
  });
  semantics.addEventListener("change", check);
  fair.addEventListener("change", check);
  openButton.addEventListener("click", () => result && onOpen(result));
  cancelButton.addEventListener("click", () => {
    cancel();
    input.focus();
  });

  return {
    get running() {
      return job !== null;
    },
    cancel,
    again() {
      if (input.value.trim()) check();
    },
  };
}
