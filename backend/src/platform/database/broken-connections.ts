import type pg from 'pg';

/**
 * Releases a connection that broke during use, so that the pool replaces it. Kysely 0.29 (under MikroORM 7.2.1) does not
 * release the connection of a transaction whose `begin`, `commit` or `rollback` fails (ControlledTransactionBuilder,
 * ControlledTransaction). Without this function each such failure would leak a connection until the pool is exhausted.
 */
export function releaseBrokenConnections(pool: pg.Pool): void {
  // The listener reads `client.release` only when the connection ends, because on `acquire` the pool has not set it yet.
  pool.on('acquire', (client) => client.once('end', releaseOnEnd));
  pool.on('release', (_error: Error | boolean | undefined, client: pg.PoolClient) => {
    client.removeListener('end', releaseOnEnd);
  });
}

function releaseOnEnd(this: pg.PoolClient): void {
  const { release } = this;
  // The code that uses the connection later releases it a second time; this second release must not throw.
  this.release = () => undefined;
  release.call(this, true);
}
