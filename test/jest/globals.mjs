// `@jest/globals` for modules that are loaded once for many suites: each call goes to the functions of the suite that
// runs.
const current = (name) =>
  new Proxy(() => {}, {
    apply: (_target, _this, args) => globalThis.suiteGlobals[name](...args),
    get: (_target, key) => globalThis.suiteGlobals[name][key],
  });

export const afterAll = current('afterAll');
export const afterEach = current('afterEach');
export const beforeAll = current('beforeAll');
export const beforeEach = current('beforeEach');
export const describe = current('describe');
export const expect = current('expect');
export const it = current('it');
