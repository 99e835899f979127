import { TransactionContext } from '@mikro-orm/core';
import pg from 'pg';

/** The part of Kysely's transaction that runs a statement. */
interface KyselyTransaction {
  isCommitted: boolean;
  isRolledBack: boolean;
  executeQuery(query: { sql: pg.QueryConfig; parameters: unknown[] }): Promise<{ rows: unknown[] }>;
}

/**
 * Runs a statement on the connection of the transaction. Kysely passes the statement to pg unchanged, so pg prepares it if
 * it has a name.
 */
export type RunStatement = (statement: pg.QueryConfig, values: unknown[]) => Promise<unknown[]>;

/**
 * @returns the transaction of the caller (`@Transactional`); undefined when there is none or it has ended
 */
export function currentTransaction(): RunStatement | undefined {
  const transaction = TransactionContext.getEntityManager()?.getTransactionContext<KyselyTransaction>();
  if (!transaction || transaction.isCommitted || transaction.isRolledBack) return undefined;
  // MikroORM's pool returns dates and numbers as text; `types` makes the result types the same inside and outside a
  // transaction.
  return async (statement, parameters) =>
    (await transaction.executeQuery({ sql: { ...statement, types: pg.types }, parameters })).rows;
}

/**
 * Like `currentTransaction`, for locks and for statements that must be committed together with the caller's changes.
 * @throws {Error} when the caller is not in a transaction
 */
export function requireTransaction(): RunStatement {
  const transaction = currentTransaction();
  if (!transaction) throw new Error('This statement needs the transaction of its caller, and there is none');
  return transaction;
}
