// What a page remembers for its tab across reloads, by model. Storage can be refused (private windows, frames); then
// nothing is remembered.

const pageMemory = {
  read(key) {
    try {
      return JSON.parse(sessionStorage.getItem("weir " + key));
    } catch {
      return null;
    }
  },
  write(key, value) {
    try {
      sessionStorage.setItem("weir " + key, JSON.stringify(value));
    } catch {
      /* not remembered */
    }
  },
};
