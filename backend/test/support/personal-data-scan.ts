import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Redis } from 'ioredis';
import { inflateSync } from 'node:zlib';
import type { OpenShop } from './open-shop.js';

/** Searches every text, JSON and bytea column of every table, the queues included. @returns `table.column` of each match */
export async function foundInDatabase(shop: OpenShop, words: string[]): Promise<string[]> {
  const columns = await shop.sql.rows<{ schema: string; table: string; column: string }>(
    `select c.table_schema as schema, c.table_name as table, c.column_name as column
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
       and (c.data_type in ('text', 'character varying', 'json', 'jsonb', 'tsvector', 'bytea', 'ARRAY'))`,
  );
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    const name = `"${schema}"."${table}"`;
    const hits = await shop.sql.rows(`select 1 from ${name} where "${column}"::text ilike any($1)`, [
      words.map((word) => `%${word}%`),
    ]);
    if (hits.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

const READ_ALL: Record<string, (redis: Redis, key: string) => Promise<unknown>> = {
  string: (redis, key) => redis.get(key),
  hash: (redis, key) => redis.hgetall(key),
  list: (redis, key) => redis.lrange(key, 0, -1),
  set: (redis, key) => redis.smembers(key),
  zset: (redis, key) => redis.zrange(key, '0', '-1'),
  stream: (redis, key) => redis.xrange(key, '-', '+'),
};

/** @returns the Redis keys that contain one of the words in their name or value; an empty list without Redis */
export async function foundInRedis({ config }: OpenShop, words: string[]): Promise<string[]> {
  if (!config.redisUrl) return [];
  const redis = new Redis(config.redisUrl);
  const found: string[] = [];
  for (const key of await redis.keys('*')) {
    const text = `${key} ${JSON.stringify(await READ_ALL[await redis.type(key)]?.(redis, key))}`.toLowerCase();
    if (words.some((word) => text.includes(word.toLowerCase()))) found.push(key);
  }
  await redis.quit();
  return found;
}

/**
 * @returns the keys of all objects, and the keys of objects that contain one of the words in key, content or inflated
 * content
 */
export async function foundInStorage(shop: OpenShop, words: string[]): Promise<{ keys: string[]; found: string[] }> {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = shop.config.s3;
  const credentials = { accessKeyId: accessKeyId!, secretAccessKey: secretAccessKey! };
  const client = new S3Client({ endpoint: endpoint!, region, credentials, forcePathStyle: true });
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  client.destroy();
  const keys = Contents.map(({ Key }) => Key!);
  const found: string[] = [];
  for (const key of keys) {
    const text = `${key}\n${readable(await shop.files.get(key))}`.toLowerCase();
    if (words.some((word) => text.includes(word.toLowerCase()))) found.push(key);
  }
  return { keys, found };
}

/** The bytes as text, with the inflated streams and decoded hexadecimal strings of a PDF. */
function readable(content: Buffer): string {
  const raw = content.toString('latin1');
  const parts = [raw];
  for (const { index } of raw.matchAll(/stream\r?\n/g)) {
    const start = index + raw.slice(index, index + 8).indexOf('\n') + 1;
    const end = raw.indexOf('endstream', start);
    try {
      parts.push(inflateSync(content.subarray(start, end)).toString('latin1'));
    } catch {
      // The stream is not deflated, so the raw text already contains its content.
    }
  }
  const hex = parts.flatMap((part) => [...part.matchAll(/<([0-9a-f\s]{8,})>/gi)].map(([, digits]) => digits!));
  return [...parts, ...hex.map((digits) => Buffer.from(digits.replace(/\s/g, ''), 'hex').toString('latin1'))].join(
    '\n',
  );
}
