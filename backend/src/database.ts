import { Migrator } from '@mikro-orm/migrations';
import { defineConfig } from '@mikro-orm/postgresql';
import { Migration20261121000000_initial } from '../migrations/Migration20261121000000_initial.js';
import { RefreshToken, Session } from './accounts/session.entity.js';
import { User } from './accounts/user.entity.js';
import { Verification } from './accounts/verification.entity.js';
import { Designer } from './catalogue/designer.entity.js';
import { PatternFile } from './catalogue/pattern-file.entity.js';
import { Pattern } from './catalogue/pattern.entity.js';
import type { Config } from './platform/config.js';
import { OutboxEvent } from './platform/outbox.js';
import { Copy, DownloadGrant } from './purchases/copy.entity.js';
import { Purchase } from './purchases/purchase.entity.js';

/** MikroORM for writes; hot reads go through Sql. */
export function databaseOptions(config: Pick<Config, 'databaseUrl'>) {
  return defineConfig({
    clientUrl: config.databaseUrl,
    entities: [
      OutboxEvent,
      User,
      Session,
      RefreshToken,
      Verification,
      Designer,
      Pattern,
      PatternFile,
      Purchase,
      Copy,
      DownloadGrant,
    ],
    extensions: [Migrator],
    migrations: {
      migrationsList: [{ name: 'Migration20261121000000_initial', class: Migration20261121000000_initial }],
      tableName: 'schema_migrations',
      snapshot: false,
      silent: true,
    },
    schemaGenerator: { ignoreSchema: ['bullmq'] },
    pool: { min: 0, max: 10 },
    forceUtcTimezone: true,
    // The injected EntityManager picks up the request's or the transaction's own fork; using it outside of one is a bug.
    allowGlobalContext: false,
    discovery: { warnWhenNoEntities: false },
  });
}
