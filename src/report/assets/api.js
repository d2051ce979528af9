// Requests to the server of `weir serve`. The token comes in the address once and is kept for this tab; every answer
// that carries a generation is compared with the model shown, because node numbers mean nothing in another generation.

class RequestError extends Error {
  constructor(message, diagnostics = [], status = 0) {
    super(message);
    this.diagnostics = diagnostics;
    this.status = status;
  }
}

class Api {
  // onStale(): an answer came from a newer generation of the model.
  constructor({ onStale }) {
    this.generation = null;
    this.onStale = onStale;
    const address = new URL(location.href);
    this.token = address.searchParams.get("token") || "";
    // The page that the server sends to an address without token (after a reload) looks for it there.
    try {
      sessionStorage.setItem("weir-token", this.token);
    } catch {
      /* a reload needs the address again */
    }
    if (address.searchParams.has("token")) {
      address.searchParams.delete("token");
      history.replaceState(null, "", address);
    }
  }

  get(path, signal) {
    return this.send(path, { signal });
  }

  post(path, body, signal) {
    return this.send(path, {
      method: "POST",
      signal,
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    });
  }

  async send(path, options) {
    let answer;
    try {
      answer = await fetch("/api/" + path, {
        ...options,
        cache: "no-store",
        headers: { ...options.headers, "X-Weir-Token": this.token },
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new RequestError("The server does not answer. Is `weir serve` still running?");
    }
    const json = await answer.json().catch(() => ({}));
    if (answer.status === 409) this.onStale();
    if (!answer.ok)
      throw new RequestError(
        json.error || `The server answered ${answer.status}.`,
        json.diagnostics || [],
        answer.status,
      );
    if (
      this.generation !== null &&
      json.generation !== undefined &&
      json.generation !== this.generation &&
      path !== "model"
    )
      this.onStale();
    return json;
  }
}
