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
const SENT = 'If an account exists with that email, a password reset link has been sent.';
const REFUSED = 'Invalid or expired password reset link. Please request a new password reset.';

const ask = (email: unknown) => shop.http.post('/api/password-reset/request').send({ email });
const look = (token: string) => shop.http.get(`/api/password-reset/validate/${token}`);
const confirm = (token: unknown, new_password: unknown = NEW) =>
  shop.http.post('/api/password-reset/confirm').send({ token, new_password });
const login = (email: string, password: string) => shop.http.post('/api/auth/login').send({ email, password });
const visit = (token: string) => shop.http.get('/api/auth/profile').set('authorization', `Bearer ${token}`);

let people = 0;

/** Registers an account, with helpers that read its reset links and let time pass. */
async function registered(language = 'de') {
  people += 1;
  const email = `Person-${people}@example.com`;
  const form = { email, password: OLD, username: `person_${people}`, name: 'Frieda', language };
  const { accessToken, user } = (await shop.http.post('/api/auth/register').send(form).expect(201)).body.data;
  const key = email.toLowerCase();
  const requests = () =>
    shop.sql.rows<{ id: string }>('select id from password_resets where email_key = $1 order by requested_at', [key]);
  const newestToken = async () => passwordResetToken(shop.config.tokenSecret, (await requests()).at(-1)!.id);
  return {
    id: user.id as string,
    email,
    accessToken: accessToken as string,
    requests,
    newestToken,
    link: async () => {
      await ask(email).expect(200);
      return newestToken();
    },
    wait: (time: string) =>
      shop.sql.rows(
        `update password_resets set requested_at = requested_at - $1::interval, expires_at = expires_at - $1::interval
          where email_key = $2`,
        [time, key],
      ),
    mails: async () => {
      await shop.settles();
      const mails = await shop.mails();
      return mails.filter((mail) => mail.to[0]!.address === email && mail.text?.includes('reset-password?token='));
    },
  };
}

describe('request for a password reset', () => {
  it('sends a link in the language of the account', async () => {
    const person = await registered('en');
    expect((await ask(person.email.toUpperCase()).expect(200)).body.data).toEqual({ message: SENT });

    const [mail] = await person.mails();
    const token = /\/en\/reset-password\?token=([\w-]{43})\b/.exec(mail!.text!)![1]!;
    expect(mail!.text).toContain(`${shop.config.publicUrl}/en/reset-password?token=${token}`);
    await confirm(token).expect(200);
    await login(person.email, NEW).expect(200);
    await login(person.email, OLD).expect(401);
  });

  it('returns the same response and leaves the same rows for every address, and mails only accounts', async () => {
    const person = await registered();
    const known = await ask(person.email).expect(200);
    const unknown = await ask('unknown@example.com').expect(200);

    expect(unknown.text).toBe(known.text);
    const traces = await shop.sql.rows(
      `select count(*)::int as events from password_resets r join outbox_events e on e.payload ->> 'resetId' = r.id::text
        where r.email_key in ($1, 'unknown@example.com') group by r.email_key`,
      [person.email.toLowerCase()],
    );
    expect(traces).toEqual([{ events: 1 }, { events: 1 }]);
    expect(await person.mails()).toHaveLength(1);
    expect((await shop.mails()).filter((mail) => mail.to[0]!.address === 'unknown@example.com')).toEqual([]);
  });

  it('takes the same time for an address without an account', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let n = 0; n < 8; n += 1) {
      const asked = { known: (await registered()).email, unknown: `stranger-${n}@example.com` };
      for (const kind of ['known', 'unknown'] as const) {
        const started = performance.now();
        await ask(asked[kind]).expect(200);
        times[kind].push(performance.now() - started);
      }
    }
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[4]!;
    // Wide enough for a busy machine; a hash or a mail on one side only would exceed it.
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
    const { body } = await ask(email).expect(400);

    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', error: { details: [{ field: 'email', message }] } });
  });

  it('sends three mails an hour, returns the same response beyond that, and keeps the last link valid', async () => {
    const person = await registered();
    await Promise.all(Array.from({ length: 8 }, () => ask(person.email).expect(200)));
    expect(await person.requests()).toHaveLength(3);
    await look(await person.newestToken()).expect(200);

    await person.wait('61 minutes');
    await ask(person.email).expect(200);
    expect(await person.requests()).toHaveLength(4);
  });

  it('stores and logs neither token nor address in plain text', async () => {
    const person = await registered();
    const token = await person.link();
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
  it('can be opened any number of times by mail scanners', async () => {
    const person = await registered();
    const token = await person.link();
    for (let n = 0; n < 3; n += 1) {
      const { body, headers } = await look(token).expect(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(body.data.valid).toBe(true);
      const minutes = (Date.parse(body.data.expiresAt) - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(29);
      expect(minutes).toBeLessThanOrEqual(30.1);
    }
    await confirm(token).expect(200);
  });

  it('works for 30 minutes', async () => {
    const person = await registered();
    const token = await person.link();
    await person.wait('30 minutes');

    for (const answer of [await look(token), await confirm(token)]) {
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, 'TOKEN_EXPIRED', REFUSED]);
    }
    await login(person.email, OLD).expect(200);
  });

  it('sets one password when fifty requests arrive at once', async () => {
    const person = await registered();
    const token = await person.link();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => confirm(token, `Hexenstich-${n}`)));

    const won = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(won).toHaveLength(1);
    // Beyond the hash queue, the response asks for a retry.
    expect(answers.every(({ status }) => [200, 400, 503].includes(status))).toBe(true);
    await login(person.email, `Hexenstich-${won[0]}`).expect(200);
    expect((await confirm(token)).body).toMatchObject({ code: 'TOKEN_INVALID', message: REFUSED });
    expect((await look(token)).body.code).toBe('TOKEN_INVALID');
  });

  it('is replaced by a newer one', async () => {
    const person = await registered();
    const old = await person.link();
    const token = await person.link();
    await shop.settles();

    expect((await look(old)).body.code).toBe('TOKEN_INVALID');
    expect((await confirm(old)).body.code).toBe('TOKEN_INVALID');
    await confirm(token).expect(200);
  });

  it('is not interchangeable with other tokens', async () => {
    const person = await registered();
    const reset = await person.link();
    const { id } = (await shop.sql.row<{ id: string }>('select id from verifications where user_id = $1', [
      person.id,
    ]))!;
    const verification = verificationToken(shop.config.tokenSecret, id);

    for (const token of [verification, person.accessToken, 'x'.repeat(43), id]) {
      expect((await confirm(token)).body.code).toBe('TOKEN_INVALID');
    }
    expect((await look(verification)).body.code).toBe('TOKEN_INVALID');
    expect((await shop.http.post('/api/auth/verify-email').send({ token: reset })).body.code).toBe('TOKEN_INVALID');
    await visit(reset).expect(401);
    await shop.http.post('/api/auth/refresh').send({ refresh_token: reset }).expect(401);
  });
});

describe('new password', () => {
  let link: string;
  beforeAll(async () => {
    const form = { email: 'gundula.krause@example.com', password: OLD, username: 'naehfee' };
    await shop.http.post('/api/auth/register').send(form).expect(201);
    await ask(form.email);
    const row = await shop.sql.row<{ id: string }>('select id from password_resets where email_key = $1', [form.email]);
    link = passwordResetToken(shop.config.tokenSecret, row!.id);
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
  ])('must not be %j', async (password, message) => {
    const { body } = await confirm(link, password).expect(400);

    expect(body.message).toBe(message);
    expect(body.error.details).toEqual([{ field: 'new_password', message }]);
    await look(link).expect(200);
  });

  it('may have six characters, as the screen states', async () => {
    await confirm(link, 'Zw4rn!').expect(200);

    expect((await login('gundula.krause@example.com', 'Zw4rn!')).status).toBe(200);
  });

  it('ends every session, proves the address, and is mailed to the owner', async () => {
    const person = await registered();
    const other = (await login(person.email, OLD).expect(200)).body.data;
    await confirm(await person.link()).expect(200);

    await visit(person.accessToken).expect(401);
    await visit(other.accessToken).expect(401);
    await shop.http.post('/api/auth/refresh').send({ refresh_token: other.refreshToken }).expect(401);
    const { user } = (await login(person.email, NEW).expect(200)).body.data;
    expect(user.emailVerified).toBe(true);
    const log = await shop.sql.rows('select action, actor_id from audit_entries where user_id = $1', [person.id]);
    expect(log).toEqual([{ action: 'accounts.password-reset', actor_id: person.id }]);
    const proven = `select from outbox_events where type = 'accounts.mailbox-proven' and payload ->> 'userId' = $1`;
    expect(await shop.sql.rows(proven, [person.id])).toHaveLength(1);
    await shop.settles();
    const notice = (await shop.mails()).filter(
      ({ to, text }) => to[0]!.address === person.email && text?.includes('/forgot-password'),
    );
    expect(notice).toHaveLength(1);

    await confirm(await person.link(), `${NEW}3`).expect(200);
    expect(await shop.sql.rows(proven, [person.id])).toHaveLength(1);
  });

  it('refuses a concurrent sign-in with the old password and leaves no session open', async () => {
    const person = await registered();
    const token = await person.link();
    // A lock of the test queues both: the new password is saved after the sign-in has checked the old one.
    const [confirmed, signedIn] = await shop.sql.ownTransaction(async (client) => {
      await client.query('select from users where id = $1 for update', [person.id]);
      const first = confirm(token).then((answer) => answer);
      await until('the new password waits for the account', async () => (await waiting(shop.sql)) >= 1);
      const second = login(person.email, OLD).then((answer) => answer);
      await until('so does the sign-in', async () => (await waiting(shop.sql)) >= 2);
      return [first, second];
    });

    expect([(await confirmed).status, (await signedIn).status]).toEqual([200, 401]);
    const open = 'select from sessions where user_id = $1 and revoked_at is null';
    expect(await shop.sql.rows(open, [person.id])).toEqual([]);
  });
});

/** Statements of the API that wait for a lock. */
const waiting = async (sql: Sql) =>
  (await sql.row<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  ))!.count;
