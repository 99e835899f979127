import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * The time of the one clock that all replicas share. Windows of seconds are measured with it: two machines a minute
 * apart would otherwise take an honest second tab for a stolen token.
 */
export async function databaseTime(em: EntityManager): Promise<Date> {
  const [row] = await em.execute<{ ms: string }[]>('select extract(epoch from clock_timestamp()) * 1000 as ms');
  return new Date(Number(row!.ms));
}
