/** Suites find each other's servers through test/support; each suite starts and stops what it needs. */
export default {
  // Node loads the suites, not jest: test/jest/runtime.cjs.
  runtime: '<rootDir>/test/jest/runtime.cjs',
  transform: {},
  testEnvironment: '<rootDir>/test/jest/environment.mjs',
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/test/tools/',
    '<rootDir>/test/runtimes/',
    '<rootDir>/test/kubernetes/',
  ],
  // What hangs ends; what a busy machine makes slow does not.
  testTimeout: 300_000,
  // Not in the folder for temporary files, which a run puts in memory and removes.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  setupFiles: ['<rootDir>/test/jest/guard_transactions.ts'],
  globalSetup: '<rootDir>/test/jest/global_setup.mjs',
  globalTeardown: '<rootDir>/test/jest/global_teardown.mjs',
};
