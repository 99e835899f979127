import { JobRunner } from '#workers/runtime/job-runner.js';
import { as, enrolled } from '../../../test/support/authenticator.js';
import { aBuyer, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';

const NEW_PASSWORD = 'Hexenstich-12';

let shop: OpenShop;
/** An account whose mailbox is not proven. Its address can belong to another person: the owner. */
let squatter: TestBuyer;
beforeAll(async () => {
  shop = await openShop({ workers: true });
});
beforeEach(async () => {
  squatter = await aBuyer(shop);
});
afterAll(() => shop.close());

const signIn = () => shop.http.post('/api/auth/login').send({ email: squatter.email, password: NEW_PASSWORD });
const requestDeletion = (body: object) => shop.http.post('/api/gdpr/delete').set(as(squatter)).send(body).expect(202);
const findMails = async () => {
  await shop.settles();
  return (await shop.mails()).filter(({ to }) => to.some(({ address }) => address === squatter.email));
};
/** @returns the token of the newest mail with a link to this page */
async function findToken(page: string): Promise<string> {
  const link = new RegExp(`/${page}\\?token=([\\w-]{43})`);
  return (await findMails()).map(({ text }) => link.exec(text!)?.[1]).findLast((token) => token !== undefined)!;
}
/** The owner of the mailbox resets the password with the mailed link. */
async function resetPassword(): Promise<void> {
  await shop.http.post('/api/password-reset/request').send({ email: squatter.email }).expect(200);
  const token = await findToken('reset-password');
  await shop.http.post('/api/password-reset/confirm').send({ token, new_password: NEW_PASSWORD }).expect(200);
}
const prove = () => shop.sql.rows('update users set mailbox_proven_at = now() where id = $1', [squatter.id]);
/** Makes every requested deletion of the account due, and runs the erasures. */
async function runErasures(): Promise<void> {
  await shop.sql.rows(`update deletions set erase_at = now() - interval '1 second' where user_id = $1`, [squatter.id]);
  await shop.workers.get(JobRunner).run({ name: 'start-erasures', data: {} });
  await shop.settles();
}

describe('the password reset that proves the mailbox', () => {
  it('removes the second factor, so that the owner can sign in, and mails the owner', async () => {
    const { recoveryCodes } = await enrolled(shop, squatter);
    expect(recoveryCodes).toHaveLength(10);
    await resetPassword();
    await shop.http.get('/api/auth/profile').set(as(squatter)).expect(401);
    const token = (await signIn().expect(200)).body.data.accessToken as string;
    const factor = await shop.http.get('/api/auth/second-factor').set(as({ token })).expect(200);
    expect(factor.body.data).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    const subjects = (await findMails()).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Zweiter Faktor entfernt'))).toHaveLength(1);
    const log = await shop.http.get('/api/gdpr/audit-log').set(as({ token })).expect(200);
    expect(log.body.data.entries.map(({ action }: { action: string }) => action)).toContain(
      'accounts.second-factor-removed-by-reset',
    );
  });

  it('undoes a requested deletion, so that the account is not erased, and mails the owner', async () => {
    await requestDeletion({ password: PASSWORD });
    await resetPassword();
    const token = (await signIn().expect(200)).body.data.accessToken as string;
    const state = await shop.http.get('/api/gdpr/delete').set(as({ token })).expect(200);
    expect(state.body.data).toEqual({ state: 'none', erasesAt: null });
    await runErasures();
    await signIn().expect(200);
    expect((await findMails()).filter(({ subject }) => subject.endsWith('wird nicht gelöscht'))).toHaveLength(1);
  });

  it('ends the link of a mail that asks to confirm a deletion', async () => {
    await requestDeletion({});
    const token = await findToken('delete-account/confirm');
    await resetPassword();
    const { body } = await shop.http.post('/api/gdpr/delete/confirm').send({ token }).expect(400);
    expect(body.code).toBe('TOKEN_INVALID');
  });

  it('keeps the second factor of staff, because an administrator has given the role', async () => {
    await enrolled(shop, squatter);
    await shop.sql.rows(`update users set role = 'moderator' where id = $1`, [squatter.id]);
    await resetPassword();
    expect((await signIn().expect(403)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  });
});

describe('a password reset for an account whose mailbox was proven before', () => {
  it('keeps the second factor and a requested deletion', async () => {
    await prove();
    await enrolled(shop, squatter);
    await requestDeletion({ password: PASSWORD });
    await resetPassword();
    expect((await signIn().expect(403)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    await runErasures();
    await signIn().expect(401);
  });
});
