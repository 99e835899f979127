import { TransactionContext } from '@mikro-orm/core';
import pg from 'pg';

/** What a transaction of MikroORM has in common with a pool: it runs a statement. */
interface KyselyTransaction {
  isCommitted: boolean;
  isRolledBack: boolean;
  executeQuery(query: { sql: pg.QueryConfig; parameters: unknown[] }): Promise<{ rows: unknown[] }>;
}

/** Runs a statement on the connection of the transaction. Kysely hands `sql` to pg as it is: a name makes it prepared. */
export type RunStatement = (statement: pg.QueryConfig, values: unknown[]) => Promise<unknown[]>;

/** The transaction around the caller (`@Transactional`); undefined without one, and in work that has outlived its transaction. */
export function currentTransaction(): RunStatement | undefined {
  const transaction = TransactionContext.getEntityManager()?.getTransactionContext<KyselyTransaction>();
  if (!transaction || transaction.isCommitted || transaction.isRolledBack) return undefined;
  // MikroORM's pool leaves dates and numbers as text; statements return the same types inside a transaction as outside.
  return async (statement, parameters) =>
    (await transaction.executeQuery({ sql: { ...statement, types: pg.types }, parameters })).rows;
}

/** @throws Error when the caller is not in a transaction: the lock would end with the statement. */
export function requireTransaction(): RunStatement {
  const transaction = currentTransaction();
  if (!transaction) throw new Error('This statement needs the transaction of its caller, and there is none');
  return transaction;
}
