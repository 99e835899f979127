/**
 * Rules for imports. `depcruise backend workers storefront/src sandbox tools bench e2e k8s` prints the violations.
 * backend/test/structure.spec.ts runs this command, and also checks that each rule reports a planted violation.
 * Type-only imports count, unless a rule excludes them: the type of an entity couples two contexts as much as the class.
 */
const TESTS = ['\\.spec\\.tsx?$', '^backend/test/', '^storefront/test/'];
/** A file of a context. The rules treat every folder in backend/src except platform as a context. */
const A_CONTEXT = '^backend/src/(?!platform/)([^/]+)/';
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

module.exports = {
  forbidden: [
    {
      name: 'backend-stands-alone',
      comment:
        "The workers and the storefront import the backend; the backend imports neither of them. The backend reaches the fakes of the sandbox only over the network. The exception is the seed, which uses the masters that the workers' PDF engine has prepared for the demo shop.",
      severity: 'error',
      from: { path: '^backend/', pathNot: ['^backend/seeds/(goods-types|store-prepared)\\.ts$', ...TESTS] },
      to: { path: '^(workers|storefront|sandbox|tools|bench|e2e)/' },
    },
    {
      name: 'workers-import-no-screen-or-fake',
      comment: 'The workers run without the storefront, the fakes and the tools.',
      severity: 'error',
      from: { path: '^workers/', pathNot: TESTS },
      to: { path: '^(storefront|sandbox|tools|bench|e2e)/' },
    },
    {
      name: 'storefront-imports-only-the-contract',
      comment:
        'The storefront uses the schema that is generated from the API, and the shared constants in shop-rules.ts.',
      severity: 'error',
      from: { path: '^storefront/' },
      to: { path: '^(backend|workers|sandbox|tools|bench|e2e)/', pathNot: '^backend/src/platform/shop-rules\\.ts$' },
    },
    {
      name: 'workers-use-the-bus',
      comment: 'A job changes state through commands and reads through queries, like the API, so the same rules apply.',
      severity: 'error',
      from: { path: '^workers/', pathNot: TESTS },
      to: { path: '^backend/src/.+\\.(controller|entity)\\.ts$' },
    },
    {
      name: 'only-the-api-loads-controllers',
      comment:
        'Controllers load the packages that validate and document requests: a quarter of all modules, which the workers do not need.',
      severity: 'error',
      from: { pathNot: [...TESTS, '^backend/src/api\\.module\\.ts$'] },
      to: { path: '^backend/src/.+-http\\.module\\.ts$' },
    },
    {
      name: 'controllers-have-separate-modules',
      comment:
        'The workers load the module of each context. If this module contained a controller, the workers would load the controller too.',
      severity: 'error',
      from: {
        path: '^backend/',
        pathNot: [...TESTS, '-http\\.module\\.ts$', '^backend/src/shop/', '^backend/src/serve-storefront\\.ts$'],
      },
      to: { path: '\\.controller\\.ts$' },
    },
    {
      name: 'contexts-import-only-queries-and-events',
      comment:
        "A context imports from another context only the queries, the events, and the functions in .writes.ts. These functions lock or change rows of the other context in the caller's transaction. Only the workers execute commands of several contexts.",
      severity: 'error',
      from: { path: A_CONTEXT, pathNot: TESTS },
      to: {
        path: '^backend/src/(?!platform/)[^/]+/',
        pathNot: ['^backend/src/$1/', '^backend/src/.+/queries/', '\\.(events|writes|entity)\\.ts$'],
      },
    },
    {
      name: 'no-entity-of-another-context',
      comment: 'Contexts pass ids to each other, not entities.',
      severity: 'error',
      from: { path: A_CONTEXT, pathNot: TESTS },
      to: { path: '\\.entity\\.ts$', pathNot: '^backend/src/$1/' },
    },
    {
      name: 'contexts-import-no-root-file',
      comment: 'The files directly in backend/src assemble the contexts. No context imports them.',
      severity: 'error',
      from: { path: A_CONTEXT, pathNot: TESTS },
      to: { path: '^backend/src/[^/]+$' },
    },
    {
      name: 'platform-imports-no-context',
      comment: 'The platform contains no rule of this shop.',
      severity: 'error',
      from: { path: '^backend/src/platform/', pathNot: TESTS },
      to: { path: '^backend/src/(?!platform/)' },
    },
    {
      name: 'controllers-only-dispatch',
      comment: 'A controller turns a request into one command or query.',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: ['\\.entity\\.ts$', npm('@mikro-orm')] },
    },
    {
      name: 'entities-and-events-import-only-the-orm',
      comment: 'Business rules and events must not depend on a framework.',
      severity: 'error',
      from: { path: '\\.(entity|events)\\.ts$' },
      to: { path: '(^|/)node_modules/', pathNot: npm('@mikro-orm') },
    },
    {
      name: 'stripe-behind-one-adapter',
      severity: 'error',
      from: {
        path: '^(backend|workers)/',
        pathNot: ['^backend/src/purchases/payments/(card-payments|stripe-objects)\\.ts$', ...TESTS],
      },
      to: { path: npm('stripe') },
    },
    {
      name: 'sql-behind-one-adapter',
      comment: 'A statement on a separate connection would not join the transaction of its caller.',
      severity: 'error',
      from: {
        path: ['^backend/src/[^/]+/', '^workers/src/'],
        pathNot: ['^backend/src/platform/(database|events)/', ...TESTS],
      },
      to: { path: npm('pg', 'kysely') },
    },
    {
      name: 's3-behind-one-adapter',
      severity: 'error',
      from: {
        path: '^(backend|workers)/',
        pathNot: ['^backend/src/platform/storage/(files|storage-client)\\.ts$', ...TESTS],
      },
      to: { path: npm('@aws-sdk', '@smithy') },
    },
    {
      name: 'pdf-libraries-in-the-pdf-engine',
      severity: 'error',
      from: { path: '^(backend|workers)/', pathNot: ['^workers/src/pdf/', ...TESTS] },
      to: { path: npm('pdf-lib', '@neslinesli93/qpdf-wasm', 'pdfjs-dist') },
    },
    {
      name: 'the-pdf-engine-stands-alone',
      comment:
        '`npm run stamp` runs the engine from its sources, without a build of the backend. Type-only imports are allowed, because they do not exist at run time.',
      severity: 'error',
      from: { path: '^workers/src/(pdf|decoding)/', pathNot: TESTS },
      to: { path: '^backend/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-import-no-other-feature',
      comment: 'Code that two features of the storefront use belongs in ui, lib or api.',
      severity: 'error',
      from: { path: '^storefront/src/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^storefront/src/features/', pathNot: '^storefront/src/features/$1/' },
    },
    {
      name: 'no-development-packages-in-the-product',
      comment: 'The image is built without devDependencies.',
      severity: 'error',
      from: { path: ['^backend/(src|seeds|migrations)/', '^workers/src/'], pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circular-imports',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved-imports',
      comment: 'The other rules do not see an import whose path cannot be resolved.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
