// Jest's runtime without its virtual contexts: Node loads suites and what they import itself, so the suites of a process
// share the modules, as a platform does, and V8 compiles and optimises them once. In a context of its own each suite
// took 0.1 to 0.6 s of CPU for that.
const { register } = require('node:module');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

register('./loader.mjs', pathToFileURL(__filename));
const stripped = import('./stripped.mjs');
let strippedFilesOf;

/** Finds the source map of a file when a stack names it. */
class SourceMaps extends Map {
  get(url) {
    if (!this.has(url) && url.startsWith('file:') && url.endsWith('.ts'))
      this.set(url, fileURLToPath(strippedFilesOf(fileURLToPath(url)).map));
    return super.get(url);
  }
}
const sourceMaps = new SourceMaps();

module.exports = class extends Runtime {
  /**
   * jest-circus makes its state when it is loaded, so it is loaded for each suite. What the copy before has left in
   * `globalThis` is removed: its tests, and the functions that it calls at each event.
   */
  requireInternalModule(path) {
    delete require.cache[path];
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'].includes(symbol.description)) delete globalThis[symbol];
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    globalThis.suiteGlobals = globals;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    ({ strippedFilesOf } = await stripped);
    return import(pathToFileURL(path).href);
  }

  getSourceMaps() {
    return sourceMaps;
  }
};
module.exports.default = module.exports;
