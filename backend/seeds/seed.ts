import { MikroORM } from '@mikro-orm/postgresql';
import 'reflect-metadata';
import { databaseOptions } from '../src/database.js';
import { PROGRAM_NEEDS } from '../src/platform/config/needs.js';
import { ConfigError, loadConfig } from '../src/platform/config/config.js';
import { Files } from '../src/platform/storage/files.js';
import { lastWords, reachDatabase } from '../src/platform/database/reach-database.js';
import { Sql } from '../src/platform/database/sql.js';
import { Goods } from './goods.js';
import { DEMO_ACCOUNTS, seedAccounts } from './seed-accounts.js';
import { seedCatalogue } from './seed-catalogue.js';
import { copiesReady, mastersReady } from './seed-progress.js';
import { seedPurchases } from './seed-purchases.js';

/** A server that is just starting. */
const PATIENCE_MS = 5_000;

/**
 * Fills an empty database with the demo shop and waits until what its buyer has bought can be downloaded. The workers must
 * be running: they make the copies. A seed that was interrupted goes on where it stopped.
 *
 * `node seed.js sandbox/demo-shop/draw.ts`: the argument is the program that draws the goods, or a folder that it has filled.
 */
const drawn = process.argv[2];
if (!drawn) giveUp(new Error('Usage: node seed.js <drawing program or folder of drawn goods>'));
const config = usableConfig();
await reachDatabase(config.databaseUrl, PATIENCE_MS).catch(giveUp);
const orm = await MikroORM.init(databaseOptions(config));
const sql = new Sql(config);
const files = new Files(config);
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const open = await sql.row(`select 1 from patterns where status = 'published' limit 1`);
  if (!open) {
    await files.ensureBucket();
    const em = orm.em.fork();
    const accounts = await seedAccounts(em.fork());
    await seedCatalogue(em, files, accounts.designer, await Goods.from(drawn, say), say);
    await mastersReady(sql, say);
    // All at once and last: as long as nothing is published, the next start goes on.
    await orm.em.fork().transactional(async (tx) => {
      await seedPurchases(tx, accounts.buyer, config.tokenSecret);
      await tx.execute(`update patterns set status = 'published' where status = 'draft'`);
    });
    await copiesReady(sql, say);
  }
  const demo = await sql.row(`select 1 from users where email_key = $1`, [DEMO_ACCOUNTS[0]!.email]);
  if (demo) say(`DEMO_ACCOUNTS ${JSON.stringify(DEMO_ACCOUNTS)}`);
} catch (error) {
  giveUp(error);
} finally {
  files.onApplicationShutdown();
  await sql.onApplicationShutdown();
  await orm.close(true);
}

/** One line for a service that is not there. */
function giveUp(error: unknown): never {
  process.stderr.write(`${lastWords(error)}\n`);
  process.exit(1);
}

function usableConfig() {
  try {
    return loadConfig({ needs: PROGRAM_NEEDS.seed });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
