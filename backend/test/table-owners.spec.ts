import { Client } from 'pg';
import { freshDatabase } from './support/databases.js';
import { filesLike, isTest, textOf } from './support/source-files.js';
import { writtenTables } from './support/written-tables.js';
import { contextOf, TABLE_OWNERS } from './table-owners.js';

const SOURCES = filesLike('{backend,workers}/src/*/**/*.ts').filter((file) => !isTest(file));

/** @returns one line per table that a file writes and its context does not own */
function findForeignWrites(file: string, source: string): string[] {
  const own = TABLE_OWNERS[contextOf(file)] ?? [];
  const foreign = writtenTables(source).filter((table) => !own.includes(table));
  return foreign.map((table) => `${contextOf(file)} writes ${table}: ${file}`);
}

describe('a table', () => {
  it('has one owner', async () => {
    const { ownerUrl, drop } = await freshDatabase();
    const client = new Client({ connectionString: ownerUrl });
    try {
      await client.connect();
      const { rows } = await client.query<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
      );
      const names = rows.map(({ name }) => name);
      expect(Object.values(TABLE_OWNERS).flat().sort()).toEqual(names.sort());
    } finally {
      await client.end();
      await drop();
    }
  });

  it('is written and locked only by its owner', () => {
    expect(SOURCES.flatMap((file) => findForeignWrites(file, textOf(file)))).toEqual([]);
    const writers = SOURCES.filter((file) => writtenTables(textOf(file)).length > 0);
    expect(writers.length).toBeGreaterThan(40);
  });

  it('has its entity in the context of its owner', () => {
    const entities = SOURCES.flatMap((file) =>
      [...textOf(file).matchAll(/\btableName: '(\w+)'/g)].map(([, table]) => [contextOf(file), table!] as const),
    );
    expect(entities.length).toBeGreaterThan(25);
    // rate-limiter-flexible has `tableName` in its options; that table belongs to the platform.
    expect(entities.filter(([context, table]) => !TABLE_OWNERS[context]!.includes(table))).toEqual([]);
  });

  const SELECT = 'select u.id from users u join purchases p on p.buyer_id = u.id';
  it.each([
    ['an insert', 'patterns', `const S = 'insert into patterns (id) values ($1)';`],
    ['an update', 'users', 'await sql.rows(`update users u\n  set email = $1 from purchases p`);'],
    ['an update in a chain of statements', 'patterns', "const S = `with gone as (\n  update patterns set slug = '')`;"],
    ['a delete', 'sessions', `sql.rows('delete from sessions where id = $1', [id]);`],
    ['a lock', 'users', `const S = \`${SELECT} for share of u\`;`],
    ['a lock of all joined tables', 'users', `const S = \`${SELECT} for no key update\`;`],
    ['a lock in a subquery', 'designers', 'const S = `select (select id from designers for update) from purchases`;'],
    ['a constant', 'users', 'const FROM = `from users u`;\nconst S = `select ${FROM} for update of u`;'],
    ['a list of names', 'known_places', "const T = ['known_places'];\nsql.rows(`delete from ${T[0]}`);"],
    ['a name in a parameter', '${table}', 'const clear = (table: string) => sql.rows(`delete from ${table}`);'],
    ['a lock of an unknown table', '?', 'const S = `select id ${FROM} for update of u`;'],
  ])('must not be written or locked by another context: %s', (_, table, source) => {
    const file = 'backend/src/purchases/orders/commands/planted.ts';
    expect(findForeignWrites(file, source)).toEqual([`purchases writes ${table}: ${file}`]);
    expect(findForeignWrites('workers/src/purchases/planted.ts', source)).toHaveLength(1);
  });

  it.each([
    ['a join', `const S = \`${SELECT} for update of p\`;`],
    ['a condition', 'const S = `select from purchases p where exists (select from users u) for update`;'],
    ['a comment', '// update users set email = null, delete from users\nconst S = 1;'],
  ])('can be read by another context: %s', (_, source) => {
    expect(findForeignWrites('backend/src/purchases/orders/commands/planted.ts', source)).toEqual([]);
  });
});

describe('statements of contexts and workers', () => {
  /** These calls bypass `Sql`: they do not join the transaction of the caller, or their placeholders are not `$1`, `$2`. */
  const BYPASS =
    /\bem\.execute\(|\bgetConnection\(|\bgetKysely\(|\bcreateQueryBuilder\(|\bsql\.pool\b|\.ownTransaction\(/;
  /**
   * The files that need a separate connection: the relay commits the job ledger before its own rows, and the export reads
   * from one snapshot of the database.
   */
  const OWN_CONNECTION = ['workers/src/privacy/export/snapshot.ts', 'workers/src/runtime/relay.ts'];

  it('use only Sql', () => {
    const bypassing = SOURCES.filter((file) => !file.startsWith('backend/src/platform/') && BYPASS.test(textOf(file)));
    expect(bypassing).toEqual(OWN_CONNECTION);
  });

  it.each([
    `await this.em.execute('select 1');`,
    `await this.em.getConnection().execute('select 1');`,
    `await this.sql.pool.query('select 1');`,
    `await this.sql.ownTransaction((client) => client.query('select 1'));`,
    `this.em.createQueryBuilder(User);`,
  ])('are found when they bypass Sql: %s', (source) => {
    expect(source).toMatch(BYPASS);
  });
});
