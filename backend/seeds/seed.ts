import { MikroORM } from '@mikro-orm/postgresql';
import 'reflect-metadata';
import { databaseOptions } from '../src/database.js';
import { PROGRAM_NEEDS } from '../src/platform/config/needs.js';
import { ConfigError, loadConfig } from '../src/platform/config/config.js';
import { Files } from '../src/platform/storage/files.js';
import { formatFatalError, reachDatabase } from '../src/platform/database/reach-database.js';
import { Sql } from '../src/platform/database/sql.js';
import { Goods } from './goods.js';
import { DEMO_ACCOUNTS, seedAccounts } from './seed-accounts.js';
import { seedCatalogue } from './seed-catalogue.js';
import { waitForCopies, waitForMasters } from './seed-progress.js';
import { seedPurchases } from './seed-purchases.js';

/** How long the seed waits for PostgreSQL to start. */
const DATABASE_TIMEOUT_MS = 5_000;

/**
 * Fills an empty database with the demo shop and waits until the demo buyer can download the purchases. The workers must
 * run, because they make the copies. An interrupted seed resumes where it stopped.
 *
 * `node seed.js sandbox/demo-shop/draw.ts`: the argument is the program that draws the demo shop, or the folder of its
 * output.
 */
const source = process.argv[2];
if (!source) fail(new Error('Usage: node seed.js <drawing program or folder of drawn goods>'));
const config = loadConfigOrExit();
await reachDatabase(config.databaseUrl, DATABASE_TIMEOUT_MS).catch(fail);
const orm = await MikroORM.init(databaseOptions(config));
const sql = new Sql(config);
const files = new Files(config);
const log = (line: string) => process.stdout.write(`${line}\n`);

try {
  const published = await sql.row(`select 1 from patterns where status = 'published' limit 1`);
  if (!published) {
    await files.ensureBucket();
    const em = orm.em.fork();
    const accounts = await seedAccounts(em.fork());
    await seedCatalogue(em, files, accounts.designer, await Goods.from(source, log), log);
    await waitForMasters(sql, log);
    // Patterns are published last and in one transaction: as long as none is published, the next start resumes the
    // seed.
    await orm.em.fork().transactional(async (tx) => {
      await seedPurchases(tx, accounts.buyer, config.tokenSecret);
      await tx.execute(`update patterns set status = 'published' where status = 'draft'`);
    });
    await waitForCopies(sql, log);
  }
  const hasDemoAccounts = await sql.row(`select 1 from users where email_key = $1`, [DEMO_ACCOUNTS[0].email]);
  if (hasDemoAccounts) log(`DEMO_ACCOUNTS ${JSON.stringify(DEMO_ACCOUNTS)}`);
} catch (error) {
  fail(error);
} finally {
  files.onApplicationShutdown();
  await sql.onApplicationShutdown();
  await orm.close(true);
}

/** Prints the error and exits with code 1. */
function fail(error: unknown): never {
  process.stderr.write(`${formatFatalError(error)}\n`);
  process.exit(1);
}

function loadConfigOrExit() {
  try {
    return loadConfig({ needs: PROGRAM_NEEDS.seed });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
