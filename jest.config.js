/** The tests are compiled to CommonJS. To `require()` ESM packages, Jest needs --experimental-vm-modules. */
export default {
  roots: ['<rootDir>/backend', '<rootDir>/workers', '<rootDir>/sandbox', '<rootDir>/k8s'],
  testEnvironment: '<rootDir>/tools/test-environment.cjs',
  testMatch: ['**/*.spec.ts'],
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/backend/test/support/start-shared.ts',
  globalTeardown: '<rootDir>/backend/test/support/stop-shared.ts',
  // A long timeout, because two test files share two cores. A file in a group (tools/test-groups.ts) cannot set its own.
  testTimeout: 60_000,
  maxWorkers: 2,
  testSequencer: '<rootDir>/tools/test-order.ts',
  cacheDirectory: '<rootDir>/.cache/jest',
  // The timers of a closed shop keep the modules of the shop in memory for a minute or two. Starting a new Jest worker is
  // faster than collecting gigabytes of garbage again and again.
  workerIdleMemoryLimit: '1.5GB',
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
          target: 'es2023',
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
        swcrc: false,
        sourceMaps: true,
      },
    ],
  },
  moduleNameMapper: {
    '^#backend/(.*)\\.js$': '<rootDir>/backend/src/$1.ts',
    '^#workers/(.*)\\.js$': '<rootDir>/workers/src/$1.ts',
    '^#sandbox/(.*)$': '<rootDir>/sandbox/$1',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};
