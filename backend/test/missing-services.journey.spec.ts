import { freePort } from '#sandbox/free-port.ts';
import { type OpenShop, openShop } from './support/open-shop.js';
import { compilePrograms, type Programs } from './support/programs.js';

let shop: OpenShop;
let programs: Programs;

beforeAll(async () => {
  [shop, programs] = await Promise.all([openShop(), compilePrograms()]);
});
afterAll(async () => {
  await programs?.close();
  await shop?.close();
});

const withDatabase = (databaseUrl: string) => ({ ...shop.env, DATABASE_URL: databaseUrl });
const unreachable = async () => withDatabase(`postgres://operator:secret-word@127.0.0.1:${await freePort()}/shop`);
const noSuchDatabase = () => {
  const url = new URL(shop.env.DATABASE_URL);
  url.pathname = '/no_such_database';
  return withDatabase(url.href);
};

describe('without its database', () => {
  it('the migration exits with one line and no stack trace', async () => {
    const { code, err } = await programs.run('migrate', await unreachable());
    expect(code).toBe(1);
    expect(err).toMatch(/^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+ does not answer \(connect ECONNREFUSED .*\)\n$/);
    expect(err).not.toContain('secret-word');
  });

  it('the operators’ tool exits with one line and no stack trace', async () => {
    const { code, out, err } = await programs.ops(['events', 'list'], await unreachable());
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^Failed: .*ECONNREFUSED.*\n$/);
  });

  it.each(['workers', 'migrate'] as const)(
    'the program `%s` exits at once with one line when the server does not have the database',
    async (name) => {
      const { code, err } = await programs.run(name, noSuchDatabase());
      expect(code).toBe(1);
      expect(err).toMatch(/^DATABASE_URL: PostgreSQL at \S+ refuses \(database "no_such_database" does not exist\)\n$/);
    },
    30_000,
  );
});
