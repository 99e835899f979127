import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from './cruise.js';

/** The files that the planted files import: a small shop without violations. */
const VALID: Record<string, string> = {
  'backend/src/database.ts': `import { User } from './accounts/user.entity.js';\nexport const entities = [User];`,
  'backend/src/platform/database/sql.ts': `import pg from 'pg';\nexport const Sql = pg.Pool;`,
  'backend/src/platform/storage/files.ts': `import { S3Client } from '@aws-sdk/client-s3';\nexport const Files = S3Client;`,
  'backend/src/accounts/user.entity.ts': `import '@mikro-orm/core';\nexport class User {}`,
  'backend/src/accounts/accounts.events.ts': `export class UserJoined {}`,
  'backend/src/accounts/accounts.writes.ts': `import './user.entity.js';`,
  'backend/src/accounts/sessions/commands/sign-in.ts': `import { User } from '../../user.entity.js';\nexport const SignIn = User;`,
  'backend/src/accounts/administration/queries/get-user.ts': `import { Sql } from '../../../platform/database/sql.js';\nexport const GetUser = Sql;`,
  'backend/src/accounts/session.controller.ts': `import { SignIn } from './sessions/commands/sign-in.js';\nvoid SignIn;`,
  'backend/src/accounts/accounts-http.module.ts': `import './session.controller.js';\nexport const AccountsHttp = 1;`,
  'backend/src/api.module.ts': `import './accounts/accounts-http.module.js';`,
  'backend/src/purchases/payments/card-payments.ts': `import Stripe from 'stripe';\nexport const CardPayments = Stripe;`,
  'backend/src/purchases/allowed-imports.ts': `import '../accounts/accounts.events.js';\nimport '../accounts/accounts.writes.js';\nimport '../accounts/administration/queries/get-user.js';`,
  'backend/src/purchases/buy.spec.ts': `import '../accounts/user.entity.js';\nimport 'stripe';\nimport '#sandbox/mail.ts';`,
  'backend/src/insights/second.ts': `import type { one } from './first.js';\nexport const two = 2;\nexport type A = typeof one;`,
  'workers/src/mail/post.ts': `import type { ParsedNode } from 'yaml';\nexport type Post = ParsedNode;`,
  'workers/src/sign-in-job.ts': `import '#backend/accounts/sessions/commands/sign-in.js';\nimport './pdf/stamp.js';`,
  'workers/src/pdf/stamp.ts': `import { PDFDocument } from 'pdf-lib';\nexport const stamp = PDFDocument;`,
  'storefront/src/features/home/hero.tsx': `export const hero = 'hero';`,
  'storefront/src/features/home/page.tsx': `import { hero } from './hero';\nexport const page = hero;`,
  'sandbox/mail.ts': `export const mail = 1;`,
  'tools/build.ts': `export const build = 1;`,
  'bench/second.ts': `import type { one } from './first.ts';\nexport const two = 2;\nexport type A = typeof one;`,
  'e2e/journey.ts': `import '../sandbox/mail.ts';`,
  'k8s/test/manifest.ts': `import '../../sandbox/mail.ts';`,
};

/** One file per violation: rule, path, source. */
export const PLANTED: [rule: string, file: string, source: string][] = [
  ['backend-stands-alone', 'backend/src/catalogue/calls-worker.ts', `import '#workers/mail/post.js';`],
  ['backend-stands-alone', 'backend/src/platform/imports-fake.ts', `import '#sandbox/mail.ts';`],
  ['backend-stands-alone', 'backend/seeds/imports-tool.ts', `import '../../tools/build.ts';`],
  ['only-the-api-loads-controllers', 'backend/src/contexts.ts', `import './accounts/accounts-http.module.js';`],
  ['controllers-have-separate-modules', 'backend/src/accounts/accounts.module.ts', `import './session.controller.js';`],
  ['workers-import-no-screen-or-fake', 'workers/src/imports-fake.ts', `import '#sandbox/mail.ts';`],
  ['workers-import-no-screen-or-fake', 'workers/src/shows.ts', `import '../../storefront/src/features/home/hero';`],
  [
    'storefront-imports-only-the-contract',
    'storefront/src/api/types.ts',
    `import type { Sql } from '../../../backend/src/platform/database/sql';\nexport type A = Sql;`,
  ],
  ['workers-use-the-bus', 'workers/src/calls-controller.ts', `import '#backend/accounts/session.controller.js';`],
  [
    'workers-use-the-bus',
    'workers/src/loads-entity.ts',
    `import type { User } from '#backend/accounts/user.entity.js';\nexport type A = User;`,
  ],
  [
    'contexts-import-only-queries-and-events',
    'backend/src/purchases/calls-command.ts',
    `import '../accounts/sessions/commands/sign-in.js';`,
  ],
  [
    'contexts-import-only-queries-and-events',
    'backend/src/accounts/queries/reads-helper.ts',
    `export { CardPayments } from '../../purchases/payments/card-payments.js';`,
  ],
  [
    'no-entity-of-another-context',
    'backend/src/purchases/queries/get-buyer.ts',
    `import type { User } from '../../accounts/user.entity.js';\nexport type A = User;`,
  ],
  ['contexts-import-no-root-file', 'backend/src/insights/imports-root.ts', `import '../database.js';`],
  [
    'platform-imports-no-context',
    'backend/src/platform/imports-query.ts',
    `import '../accounts/administration/queries/get-user.js';`,
  ],
  ['platform-imports-no-context', 'backend/src/platform/imports-root.ts', `import '../database.js';`],
  ['controllers-only-dispatch', 'backend/src/accounts/entity.controller.ts', `import './user.entity.js';`],
  ['controllers-only-dispatch', 'backend/src/accounts/orm.controller.ts', `import '@mikro-orm/postgresql';`],
  ['entities-and-events-import-only-the-orm', 'backend/src/accounts/session.entity.ts', `import '@nestjs/common';`],
  ['entities-and-events-import-only-the-orm', 'backend/src/insights/insights.events.ts', `import 'bullmq';`],
  ['stripe-behind-one-adapter', 'backend/src/purchases/commands/pay.ts', `import 'stripe';`],
  ['stripe-behind-one-adapter', 'workers/src/pays.ts', `import type Stripe from 'stripe';\nexport type A = Stripe;`],
  [
    'sql-behind-one-adapter',
    'backend/src/insights/commands/connects.ts',
    `import pg from 'pg';\nexport const a = pg.Pool;`,
  ],
  [
    'sql-behind-one-adapter',
    'workers/src/queries-database.ts',
    `import type { PoolClient } from 'pg';\nexport type A = PoolClient;`,
  ],
  ['s3-behind-one-adapter', 'workers/src/stores.ts', `import '@aws-sdk/client-s3';`],
  ['s3-behind-one-adapter', 'backend/src/catalogue/signs.ts', `import '@aws-sdk/s3-request-presigner';`],
  ['pdf-libraries-in-the-pdf-engine', 'workers/src/mail/attach.ts', `import 'pdf-lib';`],
  ['pdf-libraries-in-the-pdf-engine', 'backend/src/purchases/print.ts', `import '@neslinesli93/qpdf-wasm';`],
  ['the-pdf-engine-stands-alone', 'workers/src/pdf/counts.ts', `import '#backend/accounts/accounts.events.js';`],
  ['features-import-no-other-feature', 'storefront/src/features/checkout/imports-home.tsx', `import '../home/hero';`],
  ['no-development-packages-in-the-product', 'backend/src/insights/parses.ts', `import 'yaml';`],
  [
    'no-circular-imports',
    'backend/src/insights/first.ts',
    `import { two } from './second.js';\nexport const one = (): number => two;`,
  ],
  [
    'no-circular-imports',
    'bench/first.ts',
    `import { two } from './second.ts';\nexport const one = (): number => two;`,
  ],
  ['no-unresolved-imports', 'backend/src/insights/lost.ts', `import './nowhere.js';`],
];

/** @returns a directory with the files of VALID and PLANTED; the caller removes it */
export function plant(): string {
  const tree = mkdtempSync(join(tmpdir(), 'planted-'));
  const files = [...Object.entries(VALID), ...PLANTED.map(([, file, source]) => [file, source] as const)];
  for (const [file, source] of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), `${source}\n`);
  }
  cpSync(join(ROOT, 'package.json'), join(tree, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'), 'dir');
  return tree;
}
