import pg from 'pg';
import { freshDatabase } from '../../../test/support/databases.js';
import { FlakyProxy } from '../../../test/support/flaky-proxy.js';
import { connectionLost, isTransient } from './lost-connection.js';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: FlakyProxy;
let pool: pg.Pool;
let client: pg.PoolClient;

beforeEach(async () => {
  database = await freshDatabase();
  proxy = await FlakyProxy.to(database.url);
  pool = new pg.Pool({ connectionString: proxy.urlOf(database.url), connectionTimeoutMillis: 300, query_timeout: 300 });
  pool.on('error', () => undefined);
  client = await pool.connect();
  client.on('error', () => undefined);
});
afterEach(async () => {
  client.release(true);
  proxy.restore();
  await pool.end();
  await proxy.close();
  await database.drop();
});

const catchError = (work: () => Promise<unknown>): Promise<Error> =>
  work().then(
    () => Promise.reject(new Error('no error was thrown')),
    (error: Error) => error,
  );

describe('connectionLost', () => {
  it('detects a connection that breaks during a statement, and the reuse of a broken connection', async () => {
    const sleepError = catchError(() => client.query('select pg_sleep(5)'));
    proxy.cut();
    const [first, second] = [await sleepError, await catchError(() => client.query('select 1'))];
    expect(second.message).toBe('Client has encountered a connection error and is not queryable');
    expect([first, second].map(isTransient)).toEqual([true, true]);
  });

  it('detects a session that the server terminates', async () => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const sleepError = catchError(() => client.query('select pg_sleep(5)'));
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    await other.end();
    expect(connectionLost(await sleepError)).toBe(true);
  });

  it('detects a statement without a response', async () => {
    proxy.blackhole();
    expect(connectionLost(await catchError(() => client.query('select 1')))).toBe(true);
  });

  it.each(['reset', 'refuse', 'hang', 'truncate'] as const)('detects a failed new connection (%s)', async (fault) => {
    proxy.fail(fault);
    expect(connectionLost(await catchError(() => pool.query('select 1')))).toBe(true);
  });

  it('detects the error of a lost connection inside another error', () => {
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    expect(connectionLost(new Error('insert failed', { cause: broken }))).toBe(true);
    expect(connectionLost(new AggregateError([broken]))).toBe(true);
  });

  it('does not count a failed statement on a working connection as a lost connection', async () => {
    const statementError = await catchError(() => client.query('select 1/0'));
    expect([connectionLost(statementError), isTransient(statementError)]).toEqual([false, false]);
  });
});
