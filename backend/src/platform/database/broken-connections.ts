import type pg from 'pg';

/**
 * Gives a connection that broke while it was in use back to its pool, which then replaces it. Kysely 0.29 (under MikroORM 7.2.1)
 * never releases the connection of a transaction whose `begin`, `commit` or `rollback` fails (ControlledTransactionBuilder,
 * ControlledTransaction): each of those would take a place in the pool for ever, and ten of them all of it.
 */
export function releaseBroken(pool: pg.Pool): void {
  // The pool gives a connection its `release` only after this event.
  pool.on('acquire', (client) => client.once('end', giveBack));
  pool.on('release', (_error: Error | boolean | undefined, client: pg.PoolClient) => {
    client.removeListener('end', giveBack);
  });
}

function giveBack(this: pg.PoolClient): void {
  const { release } = this;
  // Its user may still do so, and must not hear that it came second.
  this.release = () => undefined;
  release.call(this, true);
}
