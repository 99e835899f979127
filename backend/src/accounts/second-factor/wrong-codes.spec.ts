import { allowCodeReuse, as, enrolled } from '../../../test/support/authenticator.js';
import { aBuyer, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { runInOrder } from '../../../test/support/run-in-order.js';
import { passwordResetToken } from '../passwords/password-reset-token.js';

const NEW_PASSWORD = 'Hexenstich-12';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const login = (email: string, password = PASSWORD) => shop.http.post('/api/auth/login').send({ email, password });
const sendCode = (challenge: unknown, code: unknown) =>
  shop.http.post('/api/auth/login/second-factor').send({ challenge, code });
const startSignIn = async ({ email }: TestBuyer, password = PASSWORD): Promise<string> =>
  (await login(email, password).expect(403)).body.error.challenge;
const changePassword = (session: { token: string }) =>
  shop.http
    .post('/api/auth/change-password')
    .set(as(session))
    .send({ current_password: PASSWORD, new_password: NEW_PASSWORD })
    .expect(200);
/** Sets the number of wrong codes of the last hour. */
const setWrongCodes = ({ id }: TestBuyer, wrongCodes: number) =>
  shop.sql.rows(
    `update second_factors set wrong_codes = $2, wrong_since = now() - interval '1 hour' where user_id = $1`,
    [id, wrongCodes],
  );
/** Creates an account with a proven mailbox: a password reset keeps its second factor. */
async function aProvenBuyer(): Promise<TestBuyer> {
  const owner = await aBuyer(shop);
  await shop.sql.rows('update users set mailbox_proven_at = now() where id = $1', [owner.id]);
  return owner;
}
/** Resets the password with the link of a mail. */
async function resetPassword({ email }: TestBuyer, newPassword: string) {
  await shop.http.post('/api/password-reset/request').set('x-forwarded-for', unusedIp()).send({ email }).expect(200);
  const row = await shop.sql.row<{ id: string }>(
    'select id from password_resets where email_key = $1 order by requested_at desc limit 1',
    [email.toLowerCase()],
  );
  const token = passwordResetToken(shop.config.tokenSecret, row!.id);
  await shop.http.post('/api/password-reset/confirm').send({ token, new_password: newPassword }).expect(200);
}

describe('the limit of wrong codes per day', () => {
  it('refuses codes of the app for a day after fifty wrong codes, but accepts recovery codes', async () => {
    const owner = await aBuyer(shop, 'umkaempft@example.com');
    const factor = await enrolled(shop, owner);
    await allowCodeReuse(shop, owner);
    // The first wrong code is 23 hours old. The pause lasts a day from the fiftieth wrong code.
    await shop.sql.rows(
      `update second_factors set wrong_codes = 49, wrong_since = now() - interval '23 hours' where user_id = $1`,
      [owner.id],
    );
    await sendCode(await startSignIn(owner), '000000').expect(401);
    const paused = await sendCode(await startSignIn(owner), factor.app.code()).expect(429);
    expect(paused.body.code).toBe('SECOND_FACTOR_PAUSED');
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(Number(paused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    const audited = await shop.sql.rows('select action from audit_entries where user_id = $1', [owner.id]);
    expect(audited).toContainEqual({ action: 'accounts.second-factor-guessed' });
    const opened = await sendCode(await startSignIn(owner), factor.recoveryCodes[0]).expect(200);
    const openChallenge = await startSignIn(owner);
    const session = { token: opened.body.data.accessToken };
    await changePassword(session);
    expect((await sendCode(openChallenge, factor.app.code()).expect(401)).body.code).toBe('CHALLENGE_EXPIRED');
    const challenge = await startSignIn(owner, NEW_PASSWORD);
    // The thief of a session who knows the password can change it too, so a change does not end the pause.
    expect((await sendCode(challenge, factor.app.code()).expect(429)).body.code).toBe('SECOND_FACTOR_PAUSED');
  });

  it('keeps the count of wrong codes when the password is changed', async () => {
    const owner = await aBuyer(shop);
    await enrolled(shop, owner);
    await setWrongCodes(owner, 49);
    await changePassword(owner);
    const challenge = await startSignIn(owner, NEW_PASSWORD);
    const answers = [await sendCode(challenge, '000000'), await sendCode(challenge, '000000')];
    expect(answers.map(({ status }) => status)).toEqual([401, 429]);
  });

  it('ends the pause after a password reset by mail, but only once a day', async () => {
    const owner = await aProvenBuyer();
    const { app } = await enrolled(shop, owner);
    const statusAfterReset = async (newPassword: string) => {
      await setWrongCodes(owner, 50);
      await resetPassword(owner, newPassword);
      const challenge = await startSignIn(owner, newPassword);
      await allowCodeReuse(shop, owner);
      return (await sendCode(challenge, app.code())).status;
    };
    expect([await statusAfterReset('Hexenstich-13'), await statusAfterReset('Hexenstich-14')]).toEqual([200, 429]);
    await shop.sql.rows(
      `update second_factors set pause_ended_at = pause_ended_at - interval '1 day' where user_id = $1`,
      [owner.id],
    );
    expect(await statusAfterReset('Hexenstich-15')).toBe(200);
  });

  it('keeps the count of wrong codes after a reset that ends no pause, and the next reset can end a pause', async () => {
    const owner = await aProvenBuyer();
    const { app } = await enrolled(shop, owner);
    await setWrongCodes(owner, 49);
    await resetPassword(owner, 'Hexenstich-13');
    const challenge = await startSignIn(owner, 'Hexenstich-13');
    const answers = [await sendCode(challenge, '000000'), await sendCode(challenge, app.code())];
    expect(answers.map(({ status }) => status)).toEqual([401, 429]);
    await resetPassword(owner, 'Hexenstich-14');
    const next = await startSignIn(owner, 'Hexenstich-14');
    await allowCodeReuse(shop, owner);
    expect((await sendCode(next, app.code())).status).toBe(200);
  });
});

describe('a session that ends while its request to change the second factor is running', () => {
  it.each(['remove', 'recovery-codes'])('is refused (%s)', async (action) => {
    const owner = await aBuyer(shop);
    const { app } = await enrolled(shop, owner);
    await allowCodeReuse(shop, owner);
    const thief = {
      token: (await sendCode(await startSignIn(owner), app.code()).expect(200)).body.data.accessToken as string,
    };
    await allowCodeReuse(shop, owner);
    const change = { password: PASSWORD, code: app.code() };
    const [ended, changed] = await runInOrder(
      shop,
      owner,
      () => shop.http.post('/api/auth/sessions/end-others').set(as(owner)).send({}),
      () => shop.http.post(`/api/auth/second-factor/${action}`).set(as(thief)).send(change),
    );
    expect([ended.status, changed.status, changed.body.code]).toEqual([200, 401, 'UNAUTHENTICATED']);
  });
});
