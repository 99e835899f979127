import { CommandBus } from '@nestjs/cqrs';
import { as, Authenticator } from '../../../test/support/authenticator.js';
import { aBuyer, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { runInOrder } from '../../../test/support/run-in-order.js';
import { CloseAccount } from '../commands/close-account.js';

const NEW = 'Schere-und-Papier-8';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop({ workers: true });
});
afterAll(() => shop.close());

const signIn = (person: TestBuyer, password = PASSWORD) =>
  shop.http.post('/api/auth/login').send({ email: person.email, password });
const endOthers = (person: TestBuyer) => shop.http.post('/api/auth/sessions/end-others').set(as(person));
const changePassword = (user: { token: string }, new_password: string) =>
  shop.http.post('/api/auth/change-password').set(as(user)).send({ current_password: PASSWORD, new_password });
describe('a request whose session ends before the request changes the account', () => {
  it('activates no second factor', async () => {
    const person = await aBuyer(shop);
    const thief = { token: (await signIn(person).expect(200)).body.data.accessToken as string };
    const setUp = await shop.http.post('/api/auth/second-factor/setup').set(as(thief)).send({ password: PASSWORD });
    const code = new Authenticator(setUp.body.data.secret).code();
    const [changed, confirmed] = await runInOrder(
      shop,
      person,
      () => changePassword(person, NEW),
      () => shop.http.post('/api/auth/second-factor/confirm').set(as(thief)).send({ code }),
    );
    expect(changed.status).toBe(200);
    expect(confirmed).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    await signIn(person, NEW).expect(200);
  });

  it('changes no password', async () => {
    const person = await aBuyer(shop);
    const thief = { token: (await signIn(person).expect(200)).body.data.accessToken as string };
    const [ended, changed] = await runInOrder(
      shop,
      person,
      () => endOthers(person),
      () => changePassword(thief, NEW),
    );
    expect(ended.status).toBe(200);
    expect(changed).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    await signIn(person).expect(200);
  });
});

describe('a sign-in to an account that is closed meanwhile', () => {
  it('opens no session', async () => {
    const person = await aBuyer(shop);
    const [closed, signedIn] = await runInOrder(
      shop,
      person,
      () => shop.workers.get(CommandBus).execute<CloseAccount, boolean>(new CloseAccount(person.id)),
      () => signIn(person),
    );
    expect(closed).toBe(true);
    expect(signedIn).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
  });
});
