import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { until } from '../../../test/support/settles.js';
import { passwordResetToken } from './password-reset-token.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop({ workers: true });
});
afterAll(() => shop.close());

const OLD = 'Kreuzstich7';
const NEW = 'Hexenstich-12';
let registeredCount = 0;

const login = (email: string, password: string) => shop.http.post('/api/auth/login').send({ email, password });
const getProfile = (token: string) => shop.http.get('/api/auth/profile').set('authorization', `Bearer ${token}`);
/** @returns the number of statements that wait for a lock */
const countLockWaits = async () =>
  (await shop.sql.row<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  ))!.count;

async function registerAccount(password = OLD) {
  registeredCount += 1;
  const email = `person-${registeredCount}@example.com`;
  const form = { email, password, username: `Naehfee_${registeredCount}`, name: 'Gundula Krause' };
  const { accessToken, refreshToken, user } = (await shop.http.post('/api/auth/register').send(form).expect(201)).body
    .data;
  return {
    id: user.id as string,
    email,
    accessToken: accessToken as string,
    refreshToken: refreshToken as string,
    change: (current_password: unknown, new_password: unknown, token: string = accessToken) =>
      shop.http
        .post('/api/auth/change-password')
        .set('authorization', `Bearer ${token}`)
        .send({ current_password, new_password }),
  };
}

describe('change of the password', () => {
  it('replaces the old password, ends all other sessions and keeps the current one', async () => {
    const person = await registerAccount();
    const other = (await login(person.email, OLD).expect(200)).body.data;
    const otherAccount = await registerAccount();
    await person.change(OLD, NEW).expect(200);

    await getProfile(person.accessToken).expect(200);
    await shop.http.post('/api/auth/refresh').send({ refresh_token: person.refreshToken }).expect(200);
    await getProfile(other.accessToken).expect(401);
    await shop.http.post('/api/auth/refresh').send({ refresh_token: other.refreshToken }).expect(401);
    await getProfile(otherAccount.accessToken).expect(200);
    const signIns = [await login(person.email, OLD), await login(person.email, NEW)];
    expect(signIns.map(({ status }) => status)).toEqual([401, 200]);
  });

  it('is reported to the owner by mail and recorded in the audit log', async () => {
    const person = await registerAccount();
    await person.change(OLD, NEW).expect(200);
    await shop.settles();

    const mails = (await shop.mails()).filter(
      ({ to, text }) =>
        to[0]!.address === person.email && text?.includes(`${shop.config.publicUrl}/de/forgot-password`),
    );
    expect(mails).toHaveLength(1);
    const log = await shop.sql.rows('select action, actor_id, details from audit_entries where user_id = $1', [
      person.id,
    ]);
    expect(log).toEqual([{ action: 'accounts.password-changed', actor_id: person.id, details: {} }]);
  });

  it('revokes reset links that were sent before', async () => {
    const person = await registerAccount();
    await shop.http.post('/api/password-reset/request').send({ email: person.email }).expect(200);
    const row = await shop.sql.row<{ id: string }>('select id from password_resets where email_key = $1', [
      person.email,
    ]);
    await person.change(OLD, NEW).expect(200);

    const token = passwordResetToken(shop.config.tokenSecret, row!.id);
    const answer = await shop.http.post('/api/password-reset/confirm').send({ token, new_password: 'Zopfmuster-3' });
    expect([answer.status, answer.body.code]).toEqual([400, 'TOKEN_INVALID']);
  });

  it('refuses a wrong current password and names the field', async () => {
    const person = await registerAccount();
    const { body } = await person.change('Kreuzstich8', NEW).expect(400);

    expect(body).toMatchObject({
      code: 'WRONG_PASSWORD',
      message: 'Current password is incorrect',
      error: { details: [{ field: 'current_password', message: 'Current password is incorrect' }] },
    });
    await getProfile(person.accessToken).expect(200);
    await login(person.email, OLD).expect(200);
  });

  const CLASSES = 'New password must contain at least one lowercase letter, one uppercase letter, and one number';
  it.each([
    ['', NEW, 'current_password', 'Current password is required'],
    [undefined, NEW, 'current_password', 'Current password is required'],
    [7, NEW, 'current_password', 'Current password is required'],
    [OLD, 'Kurz1', 'new_password', 'New password must be at least 8 characters long'],
    [OLD, undefined, 'new_password', 'New password must be at least 8 characters long'],
    [OLD, ['Hexenstich-12'], 'new_password', 'New password must be at least 8 characters long'],
    [OLD, `Aa1${'x'.repeat(126)}`, 'new_password', 'New password must be at most 128 characters long'],
    [OLD, 'kreuzstich7', 'new_password', CLASSES],
    [OLD, 'KREUZSTICH7', 'new_password', CLASSES],
    [OLD, 'Kreuzstich', 'new_password', CLASSES],
    [OLD, OLD, 'new_password', 'New password must be different from current password'],
    [OLD, 'Qwertz123', 'new_password', 'This password is too common. Please choose a different one'],
    [OLD, 'Gundula-1987', 'new_password', 'New password must not be made from your name or email address'],
    [OLD, 'Naehfee-1987', 'new_password', 'New password must not be made from your name or email address'],
  ])('refuses the change from %j to %j', async (currentPassword, newPassword, field, message) => {
    const person = await registerAccount();
    const { body } = await person.change(currentPassword, newPassword).expect(400);

    expect(body.code).toBe('VALIDATION_FAILED');
    expect(body.error.details).toEqual([{ field, message }]);
  });

  it('accepts the current password in a different Unicode normalisation form than at registration', async () => {
    const typed = 'Nähgarn-Über-7';
    const person = await registerAccount(typed.normalize('NFD'));
    const same = await person.change(typed, typed.normalize('NFD')).expect(400);
    expect(same.body.message).toBe('New password must be different from current password');

    await person.change(typed.normalize('NFC'), NEW).expect(200);
  });

  it('accepts one of two concurrent changes from different sessions, and keeps only the session of that change', async () => {
    const person = await registerAccount();
    const other = (await login(person.email, OLD).expect(200)).body.data.accessToken;
    const answers = await Promise.all([person.change(OLD, NEW), person.change(OLD, `${NEW}3`, other)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, expect.any(Number)]);
    expect(answers.map(({ body }) => body.code ?? 'OK')).toEqual(
      expect.arrayContaining(['OK', expect.stringMatching(/^(WRONG_PASSWORD|UNAUTHENTICATED)$/)]),
    );
    const profileStatuses = await Promise.all(
      [person.accessToken, other].map(async (token) => (await getProfile(token)).status),
    );
    expect(profileStatuses).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
  });

  it('prevents a concurrent deletion of the account with the old password', async () => {
    const person = await registerAccount();
    // The test locks the account until both requests wait. They have checked the old password by then.
    const [changed, deletion] = await shop.sql.ownTransaction(async (client) => {
      await client.query('select from users where id = $1 for update', [person.id]);
      const first = person.change(OLD, NEW).then((answer) => answer);
      await until('the change waits for the account', async () => (await countLockWaits()) >= 1);
      const second = shop.http
        .post('/api/gdpr/delete')
        .set('authorization', `Bearer ${person.accessToken}`)
        .send({ password: OLD })
        .then((answer) => answer);
      await until('the deletion waits for the account', async () => (await countLockWaits()) >= 2);
      return [first, second];
    });

    expect((await changed).status).toBe(200);
    expect(await deletion).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } });
    expect(await shop.sql.rows('select from deletions where user_id = $1', [person.id])).toEqual([]);
  });

  it('requires a signed-in user', async () => {
    const form = { current_password: OLD, new_password: NEW };
    expect((await shop.http.post('/api/auth/change-password').send(form)).status).toBe(401);
  });
});

describe('choice of a language', () => {
  const choose = (token: string, form: object) =>
    shop.http.put('/api/users/language').set('authorization', `Bearer ${token}`).send(form);

  it('changes the language of the account', async () => {
    const person = await registerAccount();
    const answer = await choose(person.accessToken, { language: 'en', source: 'user' }).expect(200);
    expect(answer.body.data).toEqual({ language: 'en' });
    expect((await getProfile(person.accessToken)).body.data.language).toBe('en');

    await choose(person.accessToken, { language: 'de' }).expect(200);
    expect((await getProfile(person.accessToken)).body.data.language).toBe('de');
  });

  it.each([
    [{ language: 'fr' }, 'Language must be de or en'],
    [{ source: 'user' }, 'Language must be de or en'],
    [{ language: 'en', source: 'x'.repeat(41) }, 'source must be one line of at most 40 characters'],
    [{ language: 'en', source: { from: 'user' } }, 'source must be one line of at most 40 characters'],
  ])('refuses the form %j', async (form, message) => {
    const person = await registerAccount();
    const { body } = await choose(person.accessToken, form).expect(400);

    expect(body.message).toBe(message);
    expect((await getProfile(person.accessToken)).body.data.language).toBe('de');
  });
});
