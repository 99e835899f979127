import pg from 'pg';
import { ConfigError } from './platform/config/config.js';
import { QUEUES } from './platform/events/queue-names.js';

/**
 * Tables on which the programs' role has fewer rights than select, insert, update and delete. The role owns no table, so
 * it cannot truncate, drop or alter a table or disable a trigger.
 */
export const RIGHTS: Record<string, string> = {
  'public.schema_migrations': 'select',
  'public.audit_entries': 'select, insert',
  'public.consent_records': 'select, insert',
  // A trigger rejects every update except the one that sets the key of the PDF, and every deletion before the end of the
  // retention.
  'public.invoices': 'select, insert, delete, update (object_key)',
  // Rates are added and never changed, because earlier invoices and orders refer to them.
  'public.vat_rates': 'select, insert',
  // A text is added, never changed: the orders of its time refer to it.
  'public.legal_texts': 'select, insert',
  'bullmq.migration': 'select',
};
const SCHEMAS = 'public, bullmq';
export const ROW_RIGHTS = 'select, insert, update, delete';
const SEQUENCES = 'usage, select';

const ALREADY_EXISTS = new Set(['42710', '23505']);
const NOT_ALLOWED = '42501';

/**
 * Grants the role of `programUrl` its rights on the schema in one transaction. Runs after each migration. Creates a
 * missing role with the password of the connection string, if the owner has the right to create roles. Does nothing when
 * the role is the owner itself, a case that production rejects (DATABASE_URL).
 * @throws {Error} with the operator's next step when the role is missing and cannot be created
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
        `The role "${name}" of DATABASE_URL does not exist, and the owner has no right to create roles. Create it (docs/postgresql.md, "Roles") and migrate again.`,
        { cause: error },
      );
    }
    // All databases of a server share the roles: a concurrent migration of another database may have created the role.
    if (!ALREADY_EXISTS.has(code ?? '')) throw error;
  }
}

/**
 * Creates the sequence of each queue's job ids. BullMQ would create it with the first job, but the programs' role has no
 * right to create sequences.
 */
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
    // Up to PostgreSQL 14 every role can create tables in the schema public.
    'revoke create on schema public from public',
    `grant usage on schema ${SCHEMAS} to ${role}`,
    `grant ${ROW_RIGHTS} on all tables in schema ${SCHEMAS} to ${role}`,
    `grant ${SEQUENCES} on all sequences in schema ${SCHEMAS} to ${role}`,
    // A later migration can create tables while programs of this version run. These default rights apply to such tables.
    `alter default privileges in schema ${SCHEMAS} grant ${ROW_RIGHTS} on tables to ${role}`,
    `alter default privileges in schema ${SCHEMAS} grant ${SEQUENCES} on sequences to ${role}`,
    ...restricted.flatMap((table) => [
      `revoke all on ${table} from ${role}`,
      `grant ${RIGHTS[table]!} on ${table} to ${role}`,
    ]),
  ];
}

/** Timeout of the check at startup. */
const TIMEOUT_MS = 2_000;

/**
 * Checks the role at startup, in production only. If the database is unreachable, the check passes.
 * @throws {ConfigError} when the role is a superuser or owns tables of the shop
 */
export async function refuseOwnerRole({
  production,
  databaseUrl,
}: {
  production: boolean;
  databaseUrl: string;
}): Promise<void> {
  if (!production) return;
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  const privileged = await client
    .connect()
    .then(() =>
      client.query<{ privileged: boolean }>(
        `select rolsuper or exists (
                  select from pg_tables
                  where schemaname in ('public', 'bullmq') and pg_has_role(current_user, tableowner, 'member')) as privileged
           from pg_roles where rolname = current_user`,
      ),
    )
    .then(({ rows }) => rows[0]!.privileged)
    .catch(() => false)
    .finally(() => void client.end().catch(() => undefined));
  if (privileged) {
    throw new ConfigError([
      'DATABASE_URL: its role is a superuser or owns the tables; programs need a separate role (docs/postgresql.md, "Roles")',
    ]);
  }
}
