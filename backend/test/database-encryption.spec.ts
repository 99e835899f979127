import { MikroORM } from '@mikro-orm/postgresql';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { databaseOptions } from '../src/database.js';

/** What a client says first when it wants TLS (SSLRequest). */
const SSL_REQUEST = '0000000804d2162f';

/** What the first words of whoever connects are, from a server that has no TLS. */
async function firstWords(connect: (url: string) => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (words) => {
      heard.push(words.toString('hex'));
      socket.end('N');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await expect(connect(`postgres://shop:hush@127.0.0.1:${port}/shop?sslmode=verify-full`)).rejects.toThrow(
      'does not support SSL',
    );
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  return heard;
}

describe('a DATABASE_URL that asks for TLS', () => {
  it('is obeyed by entities as by plain statements: neither password nor data is sent to a server without it', async () => {
    const plain = await firstWords(async (connectionString) => {
      const client = new pg.Client({ connectionString });
      await client.connect();
    });
    const entities = await firstWords(async (databaseUrl) => {
      const orm = await MikroORM.init(databaseOptions({ databaseUrl }));
      try {
        await orm.em.getConnection().execute('select 1');
      } finally {
        await orm.close(true);
      }
    });
    expect([plain[0], entities[0]]).toEqual([SSL_REQUEST, SSL_REQUEST]);
    expect([...plain, ...entities].filter((words) => words !== SSL_REQUEST)).toEqual([]);
  });
});
