import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { until } from '../../../test/support/settles.js';
import type { Sql } from '../../platform/database/sql.js';
import { passwordResetToken } from './password-reset-token.js';
import { verificationToken } from '../registration/verification-token.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop({ workers: true });
});
afterAll(() => shop.close());

const OLD = 'Kreuzstich7';
const NEW = 'Hexenstich-12';
const REQUESTED = 'If an account exists with that email, a password reset link has been sent.';
const INVALID = 'Invalid or expired password reset link. Please request a new password reset.';

const requestReset = (email: unknown) => shop.http.post('/api/password-reset/request').send({ email });
const checkLink = (token: string) => shop.http.get(`/api/password-reset/validate/${token}`);
const confirmReset = (token: unknown, new_password: unknown = NEW) =>
  shop.http.post('/api/password-reset/confirm').send({ token, new_password });
const login = (email: string, password: string) => shop.http.post('/api/auth/login').send({ email, password });
const getProfile = (token: string) => shop.http.get('/api/auth/profile').set('authorization', `Bearer ${token}`);

let registeredCount = 0;

/** Registers an account. @returns helpers for its reset links */
async function registerAccount(language = 'de') {
  registeredCount += 1;
  const email = `Person-${registeredCount}@example.com`;
  const form = { email, password: OLD, username: `person_${registeredCount}`, name: 'Frieda', language };
  const { accessToken, user } = (await shop.http.post('/api/auth/register').send(form).expect(201)).body.data;
  const key = email.toLowerCase();
  const findRequests = () =>
    shop.sql.rows<{ id: string }>('select id from password_resets where email_key = $1 order by requested_at', [key]);
  const newestToken = async () => passwordResetToken(shop.config.tokenSecret, (await findRequests()).at(-1)!.id);
  return {
    id: user.id as string,
    email,
    accessToken: accessToken as string,
    findRequests,
    newestToken,
    requestToken: async () => {
      await requestReset(email).expect(200);
      return newestToken();
    },
    /** Moves the times of the resets into the past. @param time a PostgreSQL interval */
    backdate: (time: string) =>
      shop.sql.rows(
        `update password_resets set requested_at = requested_at - $1::interval, expires_at = expires_at - $1::interval
          where email_key = $2`,
        [time, key],
      ),
    findMails: async () => {
      await shop.settles();
      const mails = await shop.mails();
      return mails.filter((mail) => mail.to[0]!.address === email && mail.text?.includes('reset-password?token='));
    },
  };
}

describe('request for a password reset', () => {
  it('sends a link in the language of the account', async () => {
    const person = await registerAccount('en');
    expect((await requestReset(person.email.toUpperCase()).expect(200)).body.data).toEqual({ message: REQUESTED });

    const [mail] = await person.findMails();
    const token = /\/en\/reset-password\?token=([\w-]{43})\b/.exec(mail!.text!)![1]!;
    expect(mail!.text).toContain(`${shop.config.publicUrl}/en/reset-password?token=${token}`);
    await confirmReset(token).expect(200);
    await login(person.email, NEW).expect(200);
    await login(person.email, OLD).expect(401);
  });

  it('returns the same response and stores the same rows for every address, but sends a mail only to accounts', async () => {
    const person = await registerAccount();
    const known = await requestReset(person.email).expect(200);
    const unknown = await requestReset('unknown@example.com').expect(200);

    expect(unknown.text).toBe(known.text);
    const eventCounts = await shop.sql.rows(
      `select count(*)::int as events from password_resets r join outbox_events e on e.payload ->> 'resetId' = r.id::text
        where r.email_key in ($1, 'unknown@example.com') group by r.email_key`,
      [person.email.toLowerCase()],
    );
    expect(eventCounts).toEqual([{ events: 1 }, { events: 1 }]);
    expect(await person.findMails()).toHaveLength(1);
    expect((await shop.mails()).filter((mail) => mail.to[0]!.address === 'unknown@example.com')).toEqual([]);
  });

  it('takes the same time for an address with an account and an address without one', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let n = 0; n < 8; n += 1) {
      const emails = { known: (await registerAccount()).email, unknown: `stranger-${n}@example.com` };
      for (const kind of ['known', 'unknown'] as const) {
        const started = performance.now();
        await requestReset(emails[kind]).expect(200);
        times[kind].push(performance.now() - started);
      }
    }
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[4]!;
    // The range allows for a busy machine. A hash or a mail for only one kind of address takes longer than the range allows.
    const ratio = median(times.known) / median(times.unknown);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });

  it.each([
    ['', 'Please enter your email address'],
    ['  ', 'Please enter your email address'],
    [undefined, 'Please enter your email address'],
    [['a@example.com'], 'Please enter your email address'],
    ['anna@', 'Please enter a valid email address'],
  ])('refuses the address %j', async (email, message) => {
    const { body } = await requestReset(email).expect(400);

    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', error: { details: [{ field: 'email', message }] } });
  });

  it('is stored at most three times an hour; more requests get the same response and revoke no link', async () => {
    const person = await registerAccount();
    await Promise.all(Array.from({ length: 8 }, () => requestReset(person.email).expect(200)));
    expect(await person.findRequests()).toHaveLength(3);
    await checkLink(await person.newestToken()).expect(200);

    await person.backdate('61 minutes');
    await requestReset(person.email).expect(200);
    expect(await person.findRequests()).toHaveLength(4);
  });

  it('stores the token nowhere, and the address neither in events nor in jobs', async () => {
    const person = await registerAccount();
    const token = await person.requestToken();
    await shop.settles();
    const resets = await shop.sql.rows('select * from password_resets');
    const events = await shop.sql.rows(`select payload from outbox_events where type like '%reset%'`);
    const jobs = await shop.sql.rows('select to_jsonb(e) from bullmq.event e');
    expect(jobs.length).toBeGreaterThan(0);

    expect(JSON.stringify([resets, events, jobs])).not.toContain(token);
    expect(JSON.stringify([events, jobs])).not.toContain(person.email.toLowerCase());
  });
});

describe('reset link', () => {
  it('can be checked repeatedly, because mail scanners open it', async () => {
    const person = await registerAccount();
    const token = await person.requestToken();
    for (let n = 0; n < 3; n += 1) {
      const { body, headers } = await checkLink(token).expect(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(body.data.valid).toBe(true);
      const minutes = (Date.parse(body.data.expiresAt) - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(29);
      expect(minutes).toBeLessThanOrEqual(30.1);
    }
    await confirmReset(token).expect(200);
  });

  it('is refused after 30 minutes', async () => {
    const person = await registerAccount();
    const token = await person.requestToken();
    await person.backdate('30 minutes');

    for (const answer of [await checkLink(token), await confirmReset(token)]) {
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, 'TOKEN_EXPIRED', INVALID]);
    }
    await login(person.email, OLD).expect(200);
  });

  it('sets only one password for fifty concurrent requests', async () => {
    const person = await registerAccount();
    const token = await person.requestToken();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => confirmReset(token, `Hexenstich-${n}`)));

    const succeeded = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(succeeded).toHaveLength(1);
    // When the hash queue is full, the response is 503.
    expect(answers.every(({ status }) => [200, 400, 503].includes(status))).toBe(true);
    await login(person.email, `Hexenstich-${succeeded[0]}`).expect(200);
    expect((await confirmReset(token)).body).toMatchObject({ code: 'TOKEN_INVALID', message: INVALID });
    expect((await checkLink(token)).body.code).toBe('TOKEN_INVALID');
  });

  it('is revoked when a newer link is sent', async () => {
    const person = await registerAccount();
    const old = await person.requestToken();
    const token = await person.requestToken();
    await shop.settles();

    expect((await checkLink(old)).body.code).toBe('TOKEN_INVALID');
    expect((await confirmReset(old)).body.code).toBe('TOKEN_INVALID');
    await confirmReset(token).expect(200);
  });

  it('has a token that is refused for every other purpose, and no other kind of token resets a password', async () => {
    const person = await registerAccount();
    const reset = await person.requestToken();
    const { id } = (await shop.sql.row<{ id: string }>('select id from verifications where user_id = $1', [
      person.id,
    ]))!;
    const verification = verificationToken(shop.config.tokenSecret, id);

    for (const token of [verification, person.accessToken, 'x'.repeat(43), id]) {
      expect((await confirmReset(token)).body.code).toBe('TOKEN_INVALID');
    }
    expect((await checkLink(verification)).body.code).toBe('TOKEN_INVALID');
    expect((await shop.http.post('/api/auth/verify-email').send({ token: reset })).body.code).toBe('TOKEN_INVALID');
    await getProfile(reset).expect(401);
    await shop.http.post('/api/auth/refresh').send({ refresh_token: reset }).expect(401);
  });
});

describe('new password', () => {
  let resetToken: string;
  beforeAll(async () => {
    const form = { email: 'gundula.krause@example.com', password: OLD, username: 'naehfee' };
    await shop.http.post('/api/auth/register').send(form).expect(201);
    await requestReset(form.email);
    const row = await shop.sql.row<{ id: string }>('select id from password_resets where email_key = $1', [form.email]);
    resetToken = passwordResetToken(shop.config.tokenSecret, row!.id);
  });

  const SHORT = 'Password must be at least 6 characters long';
  const UPPER = 'Password must contain at least one uppercase letter';
  const LOWER = 'Password must contain at least one lowercase letter';
  const NUMBER = 'Password must contain at least one number';

  it.each([
    ['', 'Please enter a new password'],
    [null, 'Please enter a new password'],
    ['Ab1cd', SHORT],
    ['kreuzstich', `${UPPER}, ${NUMBER}`],
    ['KREUZSTICH7', LOWER],
    ['-', [SHORT, UPPER, LOWER, NUMBER].join(', ')],
    [`Aa1${'x'.repeat(126)}`, 'Password must be at most 128 characters long'],
    ['Qwertz123', 'This password is too common. Please choose a different one'],
    ['Krause-2024', 'Password must not be made from your name or email address'],
  ])('is refused when it is %j', async (password, message) => {
    const { body } = await confirmReset(resetToken, password).expect(400);

    expect(body.message).toBe(message);
    expect(body.error.details).toEqual([{ field: 'new_password', message }]);
    await checkLink(resetToken).expect(200);
  });

  it('is accepted with six characters', async () => {
    await confirmReset(resetToken, 'Zw4rn!').expect(200);

    expect((await login('gundula.krause@example.com', 'Zw4rn!')).status).toBe(200);
  });

  it('ends every session and proves the mailbox, and the owner gets a mail', async () => {
    const person = await registerAccount();
    const other = (await login(person.email, OLD).expect(200)).body.data;
    await confirmReset(await person.requestToken()).expect(200);

    await getProfile(person.accessToken).expect(401);
    await getProfile(other.accessToken).expect(401);
    await shop.http.post('/api/auth/refresh').send({ refresh_token: other.refreshToken }).expect(401);
    const { user } = (await login(person.email, NEW).expect(200)).body.data;
    expect(user.emailVerified).toBe(true);
    const log = await shop.sql.rows('select action, actor_id from audit_entries where user_id = $1', [person.id]);
    expect(log).toEqual([{ action: 'accounts.password-reset', actor_id: person.id }]);
    const provenEvents = `select from outbox_events where type = 'accounts.mailbox-proven' and payload ->> 'userId' = $1`;
    expect(await shop.sql.rows(provenEvents, [person.id])).toHaveLength(1);
    await shop.settles();
    const mails = (await shop.mails()).filter(
      ({ to, text }) => to[0]!.address === person.email && text?.includes('/forgot-password'),
    );
    expect(mails).toHaveLength(1);

    await confirmReset(await person.requestToken(), `${NEW}3`).expect(200);
    expect(await shop.sql.rows(provenEvents, [person.id])).toHaveLength(1);
  });

  it('prevents a concurrent sign-in with the old password and leaves no session open', async () => {
    const person = await registerAccount();
    const token = await person.requestToken();
    // The test locks the account until both requests wait. The sign-in has checked the old password by then.
    const [confirmed, signedIn] = await shop.sql.ownTransaction(async (client) => {
      await client.query('select from users where id = $1 for update', [person.id]);
      const first = confirmReset(token).then((answer) => answer);
      await until('the new password waits for the account', async () => (await countLockWaits(shop.sql)) >= 1);
      const second = login(person.email, OLD).then((answer) => answer);
      await until('the sign-in waits for the account', async () => (await countLockWaits(shop.sql)) >= 2);
      return [first, second];
    });

    expect([(await confirmed).status, (await signedIn).status]).toEqual([200, 401]);
    const open = 'select from sessions where user_id = $1 and revoked_at is null';
    expect(await shop.sql.rows(open, [person.id])).toEqual([]);
  });
});

/** @returns the number of statements that wait for a lock */
const countLockWaits = async (sql: Sql) =>
  (await sql.row<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  ))!.count;
