import { MikroORM } from '@mikro-orm/postgresql';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { databaseOptions } from '../src/database.js';

/** The first message of a PostgreSQL client that requires TLS. */
const SSL_REQUEST = '0000000804d2162f';

/** Connects to a server without TLS. @returns the first message of each connection, in hexadecimal */
async function firstMessages(connect: (url: string) => Promise<unknown>): Promise<string[]> {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (message) => {
      received.push(message.toString('hex'));
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
  return received;
}

describe('a DATABASE_URL with sslmode=verify-full', () => {
  it('prevents pg and MikroORM from sending a password or data to a server without TLS', async () => {
    const pgMessages = await firstMessages(async (connectionString) => {
      const client = new pg.Client({ connectionString });
      await client.connect();
    });
    const ormMessages = await firstMessages(async (databaseUrl) => {
      const orm = await MikroORM.init(databaseOptions({ databaseUrl }));
      try {
        await orm.em.getConnection().execute('select 1');
      } finally {
        await orm.close(true);
      }
    });
    expect([pgMessages[0], ormMessages[0]]).toEqual([SSL_REQUEST, SSL_REQUEST]);
    expect([...pgMessages, ...ormMessages].filter((message) => message !== SSL_REQUEST)).toEqual([]);
  });
});
