/**
 * Which way imports may point. `depcruise backend workers storefront/src sandbox tools bench e2e k8s` prints what breaks a rule;
 * backend/test/structure.spec.ts runs it and plants a violation of every rule, so a rule that stops biting is noticed.
 * Type-only imports count: a type of a foreign entity couples two contexts as much as its class does.
 */
const TESTS = ['\\.spec\\.tsx?$', '^backend/test/', '^storefront/test/'];
/** Every folder under backend/src but platform is a context. */
const A_CONTEXT = '^backend/src/(?!platform/)([^/]+)/';
const npm = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

module.exports = {
  forbidden: [
    {
      name: 'backend-stands-alone',
      comment:
        "The workers and the storefront know the backend, never the other way round; the sandbox speaks protocols. Only the masters of the demo shop come prepared by the workers' engine.",
      severity: 'error',
      from: { path: '^backend/', pathNot: ['^backend/seeds/(goods-types|store-prepared)\\.ts$', ...TESTS] },
      to: { path: '^(workers|storefront|sandbox|tools|bench|e2e)/' },
    },
    {
      name: 'workers-import-no-screen-or-fake',
      comment: 'Nothing in the product depends on the storefront, the fakes or the tools.',
      severity: 'error',
      from: { path: '^workers/', pathNot: TESTS },
      to: { path: '^(storefront|sandbox|tools|bench|e2e)/' },
    },
    {
      name: 'storefront-knows-only-the-contract',
      comment: 'What the storefront knows of the API stands in its generated schema, and in the rules that both share.',
      severity: 'error',
      from: { path: '^storefront/' },
      to: { path: '^(backend|workers|sandbox|tools|bench|e2e)/', pathNot: '^backend/src/platform/shop-rules\\.ts$' },
    },
    {
      name: 'workers-use-the-bus',
      comment: 'A job changes state by commands and reads by queries: one set of rules whatever the door.',
      severity: 'error',
      from: { path: '^workers/', pathNot: TESTS },
      to: { path: '^backend/src/.+\\.(controller|entity)\\.ts$' },
    },
    {
      name: 'only-the-api-loads-controllers',
      comment: 'They bring along what checks and describes requests, a quarter of all modules; workers start without.',
      severity: 'error',
      from: { pathNot: [...TESTS, '^backend/src/api\\.module\\.ts$'] },
      to: { path: '^backend/src/.+-http\\.module\\.ts$' },
    },
    {
      name: 'controllers-have-modules-of-their-own',
      comment: 'In the module of its context a controller would be loaded by the workers.',
      severity: 'error',
      from: {
        path: '^backend/',
        pathNot: [...TESTS, '-http\\.module\\.ts$', '^backend/src/shop/', '^backend/src/serve-storefront\\.ts$'],
      },
      to: { path: '\\.controller\\.ts$' },
    },
    {
      name: 'contexts-meet-at-queries-and-events',
      comment:
        "Another context is asked through its queries, heard through its events, and locks or changes its own rows in the caller's transaction through its writes; its commands are the workers'.",
      severity: 'error',
      from: { path: A_CONTEXT, pathNot: TESTS },
      to: {
        path: '^backend/src/(?!platform/)[^/]+/',
        pathNot: ['^backend/src/$1/', '^backend/src/.+/queries/', '\\.(events|writes|entity)\\.ts$'],
      },
    },
    {
      name: 'no-foreign-entity',
      comment: 'Ids cross the borders of a context, entities do not.',
      severity: 'error',
      from: { path: A_CONTEXT, pathNot: TESTS },
      to: { path: '\\.entity\\.ts$', pathNot: '^backend/src/$1/' },
    },
    {
      name: 'contexts-know-no-root',
      comment: 'The files directly in backend/src assemble the contexts; a context does not know who assembles it.',
      severity: 'error',
      from: { path: A_CONTEXT, pathNot: TESTS },
      to: { path: '^backend/src/[^/]+$' },
    },
    {
      name: 'platform-knows-no-context',
      comment: 'The platform would run another shop as well.',
      severity: 'error',
      from: { path: '^backend/src/platform/', pathNot: TESTS },
      to: { path: '^backend/src/(?!platform/)' },
    },
    {
      name: 'controllers-only-dispatch',
      comment: 'HTTP in, command or query out.',
      severity: 'error',
      from: { path: '\\.controller\\.ts$' },
      to: { path: ['\\.entity\\.ts$', npm('@mikro-orm')] },
    },
    {
      name: 'entities-and-events-import-only-the-orm',
      comment: 'Decisions and facts outlive frameworks.',
      severity: 'error',
      from: { path: '\\.(entity|events)\\.ts$' },
      to: { path: '(^|/)node_modules/', pathNot: npm('@mikro-orm') },
    },
    {
      name: 'stripe-behind-one-adapter',
      severity: 'error',
      from: { path: '^(backend|workers)/', pathNot: ['^backend/src/purchases/payments/card-payments\\.ts$', ...TESTS] },
      to: { path: npm('stripe') },
    },
    {
      name: 'sql-behind-one-adapter',
      comment: 'A connection of its own knows nothing of the transaction around the caller.',
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
      comment: '`npm run stamp` runs it from its source, where nothing has been built. Types are gone by then.',
      severity: 'error',
      from: { path: '^workers/src/(pdf|decoding)/', pathNot: TESTS },
      to: { path: '^backend/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-do-not-meet',
      comment: 'What two features of the storefront need belongs to ui, lib or api.',
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
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      comment: 'A path that leads nowhere would slip past every other rule.',
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
