import pg from 'pg';
import { ConfigError } from './platform/config/config.js';
import { QUEUES } from './platform/events/queue-names.js';

/**
 * What the programs may do with a table, where that is not everything that changes rows. No table is theirs: they can
 * neither truncate, drop or alter one, nor disable its triggers.
 */
export const RIGHTS: Record<string, string> = {
  'public.schema_migrations': 'select',
  'public.audit_entries': 'select, insert',
  'public.consent_records': 'select, insert',
  // The key of the written PDF is added once; the trigger keeps the rest.
  'public.invoices': 'select, insert, update (object_key)',
  'public.vat_rates': 'select',
  'bullmq.migration': 'select',
};
const SCHEMAS = 'public, bullmq';
export const ROWS = 'select, insert, update, delete';
const SEQUENCES = 'usage, select';

const EXISTS_ALREADY = new Set(['42710', '23505']);
const NOT_ALLOWED = '42501';

/**
 * Lets the role of `programUrl` work with the schema: after each migration, as the owner, in one transaction. A role that is
 * missing is created with the password of the connection string, where the owner may do that. Does nothing when both names
 * are the same, which production refuses (DATABASE_URL).
 * @throws Error that says what the operator must do when the role is missing and cannot be created
 */
export async function grantToPrograms(owner: pg.ClientBase, programUrl: string): Promise<void> {
  const { username, password } = new URL(programUrl);
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const { rows } = await owner.query<{ user: string }>('select current_user as "user"');
  if (name === '' || name === rows[0]!.user) return;
  await createRole(owner, name, secret);
  await createQueueSequences(owner);
  const role = pg.escapeIdentifier(name);
  await owner.query('begin');
  try {
    for (const statement of await statements(owner, role)) await owner.query(statement);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

async function createRole(owner: pg.ClientBase, name: string, password: string): Promise<void> {
  const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [name]);
  if (rowCount) return;
  try {
    await owner.query(
      `create role ${pg.escapeIdentifier(name)} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(password)}`,
    );
  } catch (error) {
    const { code } = error as pg.DatabaseError;
    if (code === NOT_ALLOWED) {
      throw new Error(
        `The role "${name}" of DATABASE_URL does not exist, and the owner may not create it. Create it (docs/postgresql.md, "Roles") and migrate again.`,
        { cause: error },
      );
    }
    // Roles belong to the whole server: the migration of another database was first.
    if (!EXISTS_ALREADY.has(code ?? '')) throw error;
  }
}

/** BullMQ makes the sequence of a queue's job ids when the first job is added, which the programs may not. */
async function createQueueSequences(owner: pg.ClientBase): Promise<void> {
  for (const queue of QUEUES) {
    const { rows } = await owner.query<{ name: string }>('select bullmq.job_id_seq_name($1) as name', [queue]);
    await owner.query(`create sequence if not exists bullmq.${pg.escapeIdentifier(rows[0]!.name)}`);
  }
}

async function statements(owner: pg.ClientBase, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ table: string }>(
    `select schemaname || '.' || tablename as "table" from pg_tables where schemaname in ('public', 'bullmq')`,
  );
  const restricted = rows.map(({ table }) => table).filter((table) => table in RIGHTS);
  return [
    // PostgreSQL 14 lets every role create tables there.
    'revoke create on schema public from public',
    `grant usage on schema ${SCHEMAS} to ${role}`,
    `grant ${ROWS} on all tables in schema ${SCHEMAS} to ${role}`,
    `grant ${SEQUENCES} on all sequences in schema ${SCHEMAS} to ${role}`,
    // For what a later migration makes while programs of this version run.
    `alter default privileges in schema ${SCHEMAS} grant ${ROWS} on tables to ${role}`,
    `alter default privileges in schema ${SCHEMAS} grant ${SEQUENCES} on sequences to ${role}`,
    ...restricted.flatMap((table) => [
      `revoke all on ${table} from ${role}`,
      `grant ${RIGHTS[table]!} on ${table} to ${role}`,
    ]),
  ];
}

/** How long the question at the start may take: a database that is away is no reason to refuse. */
const PATIENCE_MS = 2_000;

/**
 * For the start of a program in production.
 * @throws Error when its role is a superuser or owns tables of the shop. A database that does not answer proves nothing.
 */
export async function refuseOwner({
  production,
  databaseUrl,
}: {
  production: boolean;
  databaseUrl: string;
}): Promise<void> {
  if (!production) return;
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  client.on('error', () => undefined);
  const powerful = await client
    .connect()
    .then(() =>
      client.query<{ powerful: boolean }>(
        `select rolsuper or exists (
                  select from pg_tables
                  where schemaname in ('public', 'bullmq') and pg_has_role(current_user, tableowner, 'member')) as powerful
           from pg_roles where rolname = current_user`,
      ),
    )
    .then(({ rows }) => rows[0]!.powerful)
    .catch(() => false)
    .finally(() => void client.end().catch(() => undefined));
  if (powerful) {
    throw new ConfigError([
      'DATABASE_URL: its role is a superuser or owns the tables; programs have a role of their own (docs/postgresql.md, "Roles")',
    ]);
  }
}
