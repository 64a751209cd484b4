/** Suites find each other's servers through test/support; each suite starts and stops what it needs. */
export default {
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/test/tools/',
    '<rootDir>/test/runtimes/',
    '<rootDir>/test/kubernetes/',
  ],
  watchPathIgnorePatterns: ['<rootDir>/.causeway/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/strip_types.mjs' },
  // What hangs ends; what a busy machine makes slow does not.
  testTimeout: 300_000,
  // Not in the folder for temporary files, which a run puts in memory and removes.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  setupFiles: ['<rootDir>/test/support/guard_transactions.ts'],
  globalSetup: '<rootDir>/test/support/global_setup.mjs',
  globalTeardown: '<rootDir>/test/support/global_teardown.mjs',
};
