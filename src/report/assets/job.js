// One check on the server: started, followed by long polling, cancelled.

class CheckJob {
  constructor(api, request) {
    this.api = api;
    this.request = request;
    this.id = null;
    this.cancelled = false;
    this.abort = new AbortController();
  }

  // Resolves to the PROPERTY of the answer, or null if the job was cancelled. onProgress may be called many times.
  async run(onProgress) {
    try {
      const { job } = await this.api.post("check", this.request);
      this.id = job;
      if (this.cancelled) {
        this.tellServer();
        return null;
      }
      let since = 0;
      while (true) {
        const answer = await this.api.get(`jobs/${job}?since=${since}`, this.abort.signal);
        if (this.cancelled) return null;
        if (answer.done) return answer.result;
        since = answer.since === undefined ? since + 1 : answer.since;
        if (answer.progress) onProgress(answer.progress);
      }
    } catch (error) {
      if (this.cancelled) return null;
      throw error;
    }
  }

  cancel() {
    if (this.cancelled) return;
    this.cancelled = true;
    this.abort.abort();
    if (this.id !== null) this.tellServer();
  }

  tellServer() {
    this.api.post(`jobs/${this.id}/cancel`, {}).catch(() => {});
  }
}

// "12 345 states, depth 17, 3.2 s"
function describeProgress(progress) {
  const parts = [plural(progress.states || 0, "state")];
  if (progress.depth) parts.push(`depth ${formatNumber(progress.depth)}`);
  if (progress.seconds !== undefined) parts.push(`${progress.seconds.toFixed(1)} s`);
  return parts.join(", ");
}
