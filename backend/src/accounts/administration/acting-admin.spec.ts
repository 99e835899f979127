import { as } from '../../../test/support/authenticator.js';
import { aBuyer, type TestBuyer } from '../../../test/support/builders.js';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { runInOrder } from '../../../test/support/run-in-order.js';

const STATEMENT = { reason: 'Das Konto wurde übernommen.', ground: 'terms', clause: 'Ziffer 7' };

let shop: OpenShop;
let admin: TestBuyer;
/** An administrator whom `admin` suspends or demotes while a request of this administrator is running. */
let rogue: TestBuyer;
beforeAll(async () => {
  shop = await openShop();
  admin = await anAdmin();
});
beforeEach(async () => {
  rogue = await anAdmin();
});
afterAll(() => shop.close());

async function anAdmin(): Promise<TestBuyer> {
  const person = await aBuyer(shop);
  await shop.sql.rows(`update users set role = 'admin' where id = $1`, [person.id]);
  return person;
}
const post = (actor: TestBuyer, { id }: TestBuyer, action: string, body: object = {}) =>
  shop.http.post(`/api/admin/users/${id}/${action}`).set(as(actor)).send(body);
const changeRole = (actor: TestBuyer, { id }: TestBuyer, role: string) =>
  shop.http.put(`/api/admin/users/${id}/role`).set(as(actor)).send({ role });
const getAccount = ({ id }: TestBuyer) =>
  shop.sql.row<{ role: string; suspended: boolean }>(
    'select role, suspended_at is not null as suspended from users where id = $1',
    [id],
  );
const suspendRogue = () => post(admin, rogue, 'suspend', STATEMENT);
const demoteRogue = () => changeRole(admin, rogue, 'user');

describe('a request of an administrator who is suspended meanwhile', () => {
  it('does not lift the suspension', async () => {
    const [suspended, restored] = await runInOrder(shop, rogue, suspendRogue, () => post(rogue, rogue, 'restore'));
    expect([suspended.status, restored.status, restored.body.code]).toEqual([200, 401, 'UNAUTHENTICATED']);
    expect(await getAccount(rogue)).toEqual({ role: 'admin', suspended: true });
  });

  it('gives no role, suspends no account and ends no session', async () => {
    const person = await aBuyer(shop);
    for (const request of [
      () => changeRole(rogue, person, 'admin'),
      () => post(rogue, person, 'suspend', STATEMENT),
      () => post(rogue, person, 'end-sessions'),
    ]) {
      rogue = await anAdmin();
      const [suspended, refused] = await runInOrder(shop, rogue, suspendRogue, request);
      expect([suspended.status, refused.status]).toEqual([200, 401]);
    }
    expect(await getAccount(person)).toEqual({ role: 'user', suspended: false });
    await shop.http.get('/api/auth/profile').set(as(person)).expect(200);
  });
});

describe('a request of an administrator who is demoted meanwhile', () => {
  it('does not restore the role', async () => {
    const [demoted, restored] = await runInOrder(shop, rogue, demoteRogue, () => changeRole(rogue, rogue, 'admin'));
    expect([demoted.status, restored.status, restored.body.code]).toEqual([200, 403, 'FORBIDDEN']);
    expect(await getAccount(rogue)).toEqual({ role: 'user', suspended: false });
  });
});

describe('a request of an administrator whose sessions are ended meanwhile', () => {
  it('gives no role', async () => {
    const person = await aBuyer(shop);
    const [ended, refused] = await runInOrder(
      shop,
      rogue,
      () => post(admin, rogue, 'end-sessions'),
      () => changeRole(rogue, person, 'admin'),
    );
    expect([ended.status, refused.status]).toEqual([200, 401]);
    expect(await getAccount(person)).toEqual({ role: 'user', suspended: false });
  });
});
