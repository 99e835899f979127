import { as } from '../../test/support/authenticator.js';
import { aBuyer, PASSWORD, type TestBuyer } from '../../test/support/builders.js';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { runInOrder } from '../../test/support/run-in-order.js';

type Session = Pick<TestBuyer, 'token'>;

let shop: OpenShop;
let owner: TestBuyer;
/** Another session of the owner's account, which a thief uses. */
let thief: Session;
beforeAll(async () => {
  shop = await openShop({ workers: true });
});
beforeEach(async () => {
  owner = await aBuyer(shop);
  thief = await signIn(owner);
});
afterAll(() => shop.close());

const signIn = async ({ email }: TestBuyer): Promise<Session> => {
  const { body } = await shop.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(200);
  return { token: body.data.accessToken };
};
const post = (session: Session | null, path: string, body: object = {}) => {
  const request = shop.http.post(`/api/${path}`).send(body);
  return session ? request.set(as(session)) : request;
};
const requestDeletion = (session: Session, body: object = {}) => post(session, 'gdpr/delete', body);
const undo = (session: Session) => post(session, 'gdpr/delete/undo');
const confirm = (session: Session | null, token: string) => post(session, 'gdpr/delete/confirm', { token });
const statusOf = async (session: Session) => (await shop.http.get('/api/auth/profile').set(as(session))).status;
const getState = async (session: Session) =>
  (await shop.http.get('/api/gdpr/delete').set(as(session)).expect(200)).body.data.state;
const findMails = async (subject: RegExp) => {
  await shop.settles();
  const mails = (await shop.mails()).filter(({ to }) => to.some(({ address }) => address === owner.email));
  return mails.filter((mail) => subject.test(mail.subject));
};
/** @returns the tokens of the mails that ask the owner to confirm the deletion */
const findTokens = async () =>
  (await findMails(/löschen möchtest$/)).map(({ text }) => /\/confirm\?token=([\w-]{43})/.exec(text!)![1]!);
const endPause = () =>
  shop.sql.rows(`update deletions set asked_at = asked_at - interval '2 minutes' where user_id = $1`, [owner.id]);

describe('a deletion that is requested with the password', () => {
  it('ends the other sessions before the response', async () => {
    await requestDeletion(owner, { password: PASSWORD }).expect(202);
    expect([await statusOf(thief), await statusOf(owner)]).toEqual([401, 200]);
  });

  it('is not undone by another session whose request is already running', async () => {
    const [requested, undone] = await runInOrder(
      shop,
      owner,
      () => requestDeletion(owner, { password: PASSWORD }),
      () => undo(thief),
    );
    expect([requested.status, undone.status]).toEqual([202, 401]);
    expect(await getState(owner)).toBe('requested');
  });

  it('is refused when the session has ended while the request was running, and so is the mail that asks to confirm it', async () => {
    for (const body of [{ password: PASSWORD }, {}]) {
      const guest = await signIn(owner);
      const [ended, requested] = await runInOrder(
        shop,
        owner,
        () => post(owner, 'auth/sessions/end-others'),
        () => requestDeletion(guest, body),
      );
      expect([ended.status, requested.status, requested.body.code]).toEqual([200, 401, 'UNAUTHENTICATED']);
    }
    expect(await getState(owner)).toBe('none');
    expect(await findTokens()).toEqual([]);
  });

  it('mails the owner when it is undone', async () => {
    await requestDeletion(owner, { password: PASSWORD }).expect(202);
    await undo(owner).expect(200);
    await undo(owner).expect(200);
    const mails = await findMails(/^Dein Konto bei .* wird nicht gelöscht$/);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain(`${shop.config.publicUrl}/de/forgot-password`);
  });
});

describe('a deletion that is confirmed by mail', () => {
  it('ends all sessions except the session that confirms it, whichever session requested the mail', async () => {
    await requestDeletion(thief).expect(202);
    // Within a minute, the owner's request sends no further mail.
    await requestDeletion(owner).expect(202);
    const [token] = await findTokens();
    await confirm(owner, token!).expect(200);
    expect([await statusOf(thief), await statusOf(owner)]).toEqual([401, 200]);
    expect(await getState(owner)).toBe('requested');
  });

  it('ends all sessions when the browser that confirms it is not signed in, or is signed in to another account', async () => {
    const used: string[] = [];
    for (const session of [null, await aBuyer(shop)]) {
      const requester = await signIn(owner);
      await requestDeletion(requester).expect(202);
      const token = (await findTokens()).find((found) => !used.includes(found))!;
      used.push(token);
      await confirm(session, token).expect(200);
      expect([await statusOf(requester), await statusOf(thief)]).toEqual([401, 401]);
      await undo(await signIn(owner)).expect(200);
    }
  });
});

describe('the link that confirms a deletion', () => {
  it('ends when a later deletion is requested and undone; a new request sends a new link at once', async () => {
    await requestDeletion(owner).expect(202);
    const [earlier] = await findTokens();
    await requestDeletion(owner, { password: PASSWORD }).expect(202);
    await undo(owner).expect(200);
    expect((await confirm(null, earlier!).expect(400)).body.code).toBe('TOKEN_INVALID');
    expect(await getState(owner)).toBe('none');
    await requestDeletion(owner).expect(202);
    expect(new Set(await findTokens()).size).toBe(2);
  });

  it('ends when a later mail contains a new one', async () => {
    await requestDeletion(owner).expect(202);
    const [earlier] = await findTokens();
    await endPause();
    await requestDeletion(owner).expect(202);
    const later = (await findTokens()).find((token) => token !== earlier);
    expect((await confirm(null, earlier!).expect(400)).body.code).toBe('TOKEN_INVALID');
    await confirm(null, later!).expect(200);
  });
});

describe('the link that undoes a deletion', () => {
  it('does not report a later deletion as undone', async () => {
    await requestDeletion(owner, { password: PASSWORD }).expect(202);
    const [mail] = await findMails(/wird gelöscht$/);
    const token = /\/undo\?token=([\w-]{43})/.exec(mail!.text!)![1]!;
    await undo(owner).expect(200);
    await requestDeletion(owner, { password: PASSWORD }).expect(202);
    expect((await post(null, 'gdpr/delete/undo', { token }).expect(400)).body.code).toBe('TOKEN_INVALID');
    expect(await getState(owner)).toBe('requested');
  });
});
