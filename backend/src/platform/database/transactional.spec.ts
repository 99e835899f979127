import { RequestContext } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { aBuyer, type TestBuyer } from '../../../test/support/builders.js';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { User } from '../../accounts/user.entity.js';
import { advisoryLock } from './database-time.js';
import type { Sql } from './sql.js';
import { Transactional } from './transactional.js';

let shop: OpenShop;
let buyers: [TestBuyer, TestBuyer];
beforeAll(async () => {
  shop = await openShop();
  buyers = [await aBuyer(shop), await aBuyer(shop)];
});
afterAll(() => shop.close());

class RenameUsers {
  runs = 0;
  constructor(
    readonly em: EntityManager,
    private readonly waitForOther: () => Promise<void>,
  ) {}

  @Transactional()
  async rename(ids: string[], name: string): Promise<void> {
    this.runs += 1;
    for (const id of ids) {
      const user = await this.em.findOneOrFail(User, id);
      user.displayName = name;
      await this.em.flush();
      await this.waitForOther();
    }
  }

  @Transactional()
  async fail(): Promise<void> {
    this.runs += 1;
    await shop.sql.rows('select 1 / 0');
  }
}

class EditUser {
  constructor(
    readonly em: EntityManager,
    readonly sql: Sql,
  ) {}

  /** Changes the user through the entity and through an SQL statement, then calls `work` inside the transaction. */
  @Transactional()
  async edit<T>(id: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    const user = await this.em.findOneOrFail(User, id);
    user.displayName = 'Saum';
    await this.em.flush();
    await this.sql.rowsInTransaction('update users set last_name = $2 where id = $1', [id, 'Naht']);
    return work(this.sql);
  }
}

/** The first two callers wait for each other, so that each holds the row that the other needs next. */
function createRendezvous(): () => Promise<void> {
  let arrived = 0;
  let open: () => void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  return async () => {
    arrived += 1;
    if (arrived === 2) open();
    if (arrived <= 2) await gate;
  };
}

const inContext = <T>(work: (em: EntityManager) => Promise<T>) => {
  const em = shop.api.get(EntityManager);
  return RequestContext.create(em, () => work(em));
};

describe('EntityManager of a request', () => {
  it('reads changes that were made after the previous request', async () => {
    const [{ id, token }] = buyers;
    const change = (form: object) =>
      shop.http.put('/api/auth/profile').set('authorization', `Bearer ${token}`).send(form).expect(200);
    await change({ first_name: 'Ada' });
    await shop.sql.rows(`update users set last_name = 'Zwirn' where id = $1`, [id]);
    expect((await change({ first_name: 'Bea' })).body.data).toMatchObject({ first_name: 'Bea', last_name: 'Zwirn' });
  });
});

describe('@Transactional', () => {
  it('retries a transaction aborted by a deadlock', async () => {
    const waitForOther = createRendezvous();
    const runners: RenameUsers[] = [];
    const rename = (ids: string[], name: string) =>
      inContext((em) => {
        const runner = new RenameUsers(em, waitForOther);
        runners.push(runner);
        return runner.rename(ids, name);
      });
    const ids = buyers.map(({ id }) => id);
    await Promise.all([rename(ids, 'Hin'), rename(ids.toReversed(), 'Her')]);
    expect(runners.map(({ runs }) => runs).sort()).toEqual([1, 2]);
    const names = await shop.sql.rows('select display_name from users where id = any($1)', [ids]);
    expect(new Set(names.map(({ display_name }) => display_name)).size).toBe(1);
  });

  it('does not retry a transaction that failed for another reason', async () => {
    await inContext(async (em) => {
      const runner = new RenameUsers(em, async () => undefined);
      await expect(runner.fail()).rejects.toThrow('division by zero');
      expect(runner.runs).toBe(1);
    });
  });
});

describe('Sql', () => {
  const edit = <T>(work: (sql: Sql) => Promise<T>) =>
    inContext((em) => new EditUser(em, shop.sql).edit(buyers[0].id, work));
  const NAMES = 'select display_name, last_name, created_at, count(*) over () as n from users where id = $1';
  const names = (sql: Sql) => sql.row<{ display_name: string }>(NAMES, [buyers[0].id]);

  it('runs in the transaction of the caller, returns the same types as outside it, and is rolled back with it', async () => {
    const before = await names(shop.sql);
    await expect(
      edit(async (sql) => {
        expect(await names(sql)).toEqual({ ...before, display_name: 'Saum', last_name: 'Naht' });
        // The change is not visible on a separate connection.
        const { rows } = await sql.ownTransaction((client) => client.query(NAMES, [buyers[0].id]));
        expect(rows).toEqual([before]);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await names(shop.sql)).toEqual(before);
  });

  it('runs a late statement on the pool when the transaction of its caller has ended', async () => {
    let ended: () => void;
    const end = new Promise<void>((resolve) => (ended = resolve));
    let lateResult: Promise<unknown>;
    await edit(async (sql) => {
      lateResult = end.then(() => names(sql));
    });
    ended!();
    expect(await lateResult!).toMatchObject({ display_name: 'Saum', last_name: 'Naht' });
  });

  it('refuses a lock outside a transaction', async () => {
    const lock = shop.sql.rowsInTransaction('select from users where id = $1 for share', [buyers[0].id]);
    await expect(lock).rejects.toThrow('needs the transaction of its caller');
    await expect(advisoryLock('anything')).rejects.toThrow('needs the transaction of its caller');
  });
});
