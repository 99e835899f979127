/** Tests are compiled to CommonJS; Jest then require()s the ESM packages, which needs --experimental-vm-modules. */
export default {
  roots: ['<rootDir>/backend', '<rootDir>/workers', '<rootDir>/sandbox', '<rootDir>/k8s'],
  testEnvironment: '<rootDir>/tools/test-environment.cjs',
  testMatch: ['**/*.spec.ts'],
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/backend/test/support/start-shared.ts',
  globalTeardown: '<rootDir>/backend/test/support/stop-shared.ts',
  // Two suites share two cores; files that share a process (tools/test-groups.ts) cannot set a limit of their own.
  testTimeout: 60_000,
  maxWorkers: 2,
  testSequencer: '<rootDir>/tools/test-order.ts',
  cacheDirectory: '<rootDir>/.cache/jest',
  // Timers of a closed shop hold its modules for a minute or two; clearing up gigabytes again and again costs more than a new start.
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
