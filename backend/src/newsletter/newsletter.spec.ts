import { CommandBus } from '@nestjs/cqrs';
import { EndNewsletter } from '#workers/newsletter/end-newsletter.js';
import { aBuyer } from '../../test/support/builders.js';
import { type OpenShop, openShop } from '../../test/support/open-shop.js';
import { as } from '../../test/support/pay.js';

import { PurgeSubscriptions } from './commands/purge-subscriptions.js';

let shop: OpenShop;
let email: string;
let count = 0;

beforeAll(async () => {
  shop = await openShop({ workers: true });
});
beforeEach(() => {
  email = `reader${(count += 1)}@example.com`;
});
afterAll(() => shop.close());

const post = (path: string, body: object = {}) => shop.http.post(`/api/newsletter/${path}`).send(body);
const ended = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code ?? 'OK'}`;

async function mailsTo(address: string) {
  await shop.settles();
  return (await shop.mails()).filter(({ to }) => to[0]?.address === address);
}
const tokenIn = (text = '') => /[?&]token=([\w-]+)/.exec(text)![1]!;

/** @returns the token of the confirmation mail */
async function asked(address = email, body: object = {}): Promise<string> {
  await post('subscribe', { email: address, ...body }).expect(202);
  return tokenIn((await mailsTo(address)).at(-1)?.text);
}
/** @returns the token of the unsubscribe link */
async function subscribed(address = email): Promise<string> {
  await post('confirm', { token: await asked(address) }).expect(200);
  return tokenIn((await mailsTo(address)).at(-1)?.text);
}
const rowsOf = (address: string) =>
  shop.sql.rows<{ id: string; state: string; proof: Record<string, string> }>(
    'select id, state, proof from newsletter_subscriptions where email_key = $1',
    [address],
  );
const age = (address: string, by: string) =>
  shop.sql.rows(
    `update newsletter_subscriptions set requested_at = requested_at - $2::interval,
       expires_at = expires_at - $2::interval,
       asked_at = (select jsonb_agg(to_jsonb((t::timestamptz - $2::interval)::text)) from jsonb_array_elements_text(asked_at) t)
     where email_key = $1`,
    [address, by],
  );

describe('subscribing', () => {
  it('sends a confirmation mail first, and a welcome mail after the confirmation', async () => {
    const token = await asked();
    expect((await rowsOf(email))[0]!.state).toBe('pending');
    await post('confirm', { token }).expect(200);
    const [confirmation, welcome] = await mailsTo(email);
    expect(confirmation!.text).toContain(`${shop.url}/de/newsletter/confirm?token=${token}`);
    expect(welcome!.subject).toContain('Willkommen beim Newsletter');
    // The prefix wins over the browser's language (review point 1).
    expect(welcome!.text).toContain(`${shop.url}/de/newsletter/unsubscribe?token=`);
    expect((await rowsOf(email))[0]!.state).toBe('active');
  });

  it('writes in English to a reader of the English shop', async () => {
    const token = await asked(email, { locale: 'en' });
    expect((await mailsTo(email))[0]!.text).toContain(`${shop.url}/en/newsletter/confirm?token=${token}`);
  });

  it('stores the version of the consent text, the times and the networks', async () => {
    const from = (request: ReturnType<typeof post>) => request.set('x-forwarded-for', '203.0.113.77');
    await from(post('subscribe', { email }));
    await from(post('confirm', { token: tokenIn((await mailsTo(email))[0]!.text) })).expect(200);
    const moment = expect.stringMatching(/^\d{4}-.+Z$/);
    expect((await rowsOf(email))[0]!.proof).toEqual({
      version: '2026-11-21',
      requestedAt: moment,
      requestedFrom: '203.0.113.0/24',
      confirmedAt: moment,
      confirmedFrom: '203.0.113.0/24',
    });
  });

  it('does not reveal whether an address is subscribed', async () => {
    await subscribed();
    const other = `other-${email}`;
    const responses = [
      await post('subscribe', { email }),
      await post('subscribe', { email: other }),
      await post('subscribe', { email: other }),
    ];
    for (const { status, body } of responses) expect([status, body]).toEqual([202, { success: true, data: {} }]);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('sends one mail for concurrent requests', async () => {
    const spellings = Array.from({ length: 10 }, (_, n) => (n % 2 ? email : email.toUpperCase()));
    await Promise.all(spellings.map((one) => post('subscribe', { email: one }).expect(202)));
    expect(await shop.sql.rows('select 1 from newsletter_subscriptions where email_key = $1', [email])).toHaveLength(1);
    await shop.settles();
    expect((await shop.mails()).filter(({ to }) => to[0]!.address.toLowerCase() === email)).toHaveLength(1);
  });

  it('sends another mail after ten minutes, at most three a day, and every link works', async () => {
    const token = await asked();
    for (let times = 2; times <= 5; times += 1) {
      await age(email, '9 minutes');
      await post('subscribe', { email });
      expect(await mailsTo(email)).toHaveLength(Math.min(times - 1, 3));
      await age(email, '2 minutes');
      await post('subscribe', { email });
      expect(await mailsTo(email)).toHaveLength(Math.min(times, 3));
    }
    await age(email, '23 hours 40 minutes');
    await post('subscribe', { email });
    expect(await mailsTo(email)).toHaveLength(4);
    await post('confirm', { token }).expect(200);
  });

  it('refuses an invalid address and names the field', async () => {
    for (const wrong of [
      {},
      { email: 'unknown' },
      { email: 'a@example.com, b@example.com' },
      { email, locale: 'fr' },
    ]) {
      const { status, body } = await post('subscribe', wrong);
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(body.error.details[0].field).toBe('locale' in wrong ? 'locale' : 'email');
    }
  });
});

describe('confirming', () => {
  it('succeeds again when the page is reloaded, without a second mail', async () => {
    const token = await asked();
    const responses = await Promise.all([post('confirm', { token }), post('confirm', { token })]);
    expect([...responses.map(ended), ended(await post('confirm', { token }))]).toEqual(Array(3).fill('200 OK'));
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('refuses an unknown token and one older than a day', async () => {
    const token = await asked();
    await age(email, '24 hours');
    expect(ended(await post('confirm', { token }))).toBe('400 TOKEN_EXPIRED');
    expect(ended(await post('confirm', { token: `${token}x` }))).toBe('400 TOKEN_INVALID');
    expect(ended(await post('confirm', {}))).toBe('400 VALIDATION_FAILED');
    expect((await rowsOf(email))[0]!.state).toBe('pending');
  });

  it('stores no tokens in the database', async () => {
    const token = await asked();
    const [row] = await shop.sql.rows<{ all: string }>(
      `select (select jsonb_agg(n)::text from newsletter_subscriptions n)
         || (select jsonb_agg(o)::text from outbox_events o) || (select jsonb_agg(d)::text from deliveries d) as all`,
    );
    expect(row!.all).toContain(email);
    expect(row!.all).not.toContain(token);
  });
});

describe('unsubscribing', () => {
  it('needs no account, works twice, and deletes the address but not the proof', async () => {
    const token = await subscribed();
    const { id } = (await rowsOf(email))[0]!;
    expect([ended(await post('unsubscribe', { token })), ended(await post('unsubscribe', { token }))]).toEqual([
      '200 OK',
      '200 OK',
    ]);
    const [row] = await shop.sql.rows(
      'select email, email_key, state, proof from newsletter_subscriptions where id = $1',
      [id],
    );
    expect(row).toMatchObject({ email: null, state: 'ended', proof: { confirmedAt: expect.any(String) } });
    expect(JSON.stringify(row)).not.toContain(email);
  });

  it('makes the old confirmation link invalid, but allows a new subscription', async () => {
    const confirm = await asked();
    await post('confirm', { token: confirm });
    const first = tokenIn((await mailsTo(email)).at(-1)?.text);
    await post('unsubscribe', { token: first }).expect(200);
    expect(ended(await post('confirm', { token: confirm }))).toBe('400 TOKEN_INVALID');
    await subscribed();
    await post('unsubscribe', { token: first }).expect(200);
    expect((await rowsOf(email))[0]!.state).toBe('active');
  });

  it('follows from an account that withdraws its consent to advertising, for its address only', async () => {
    const [person, waiting, other] = [await aBuyer(shop), await aBuyer(shop), `other.${email}`];
    await shop.sql.rows('update users set verified_at = now() where id = any ($1::uuid[])', [[person.id, waiting.id]]);
    await subscribed(person.email);
    await subscribed(other);
    await asked(waiting.email);
    const withdraw = (user: typeof person, type: string) =>
      as(shop, user)
        .post('/api/gdpr/consent/withdraw', { consentTypes: [type] })
        .expect(200);
    await withdraw(person, 'analytics');
    await shop.settles();
    expect(await rowsOf(person.email)).toHaveLength(1);

    await withdraw(person, 'marketing_emails');
    await withdraw(waiting, 'marketing_emails');
    await shop.settles();
    expect([await rowsOf(person.email), await rowsOf(waiting.email)]).toEqual([[], []]);
    expect((await rowsOf(other))[0]!.state).toBe('active');
    const proofs = await shop.sql.rows(`select from newsletter_subscriptions where state = 'ended' and email is null`);
    expect(proofs.length).toBeGreaterThan(0);
  });

  it('does not follow from an account that has not verified the address', async () => {
    await subscribed();
    const unverified = await aBuyer(shop, email);
    await as(shop, unverified)
      .post('/api/gdpr/consent/withdraw', { consentTypes: ['marketing_emails'] })
      .expect(200);
    await shop.settles();
    expect((await rowsOf(email)).map(({ state }) => state)).toEqual(['active']);
  });

  it('keeps a subscription that was confirmed after the consent was withdrawn', async () => {
    const person = await aBuyer(shop);
    await shop.sql.rows('update users set verified_at = now() where id = $1', [person.id]);
    await subscribed(person.email);
    await shop.workers.get(EndNewsletter).run({ userId: person.id, withdrawnAt: new Date(0).toISOString() });
    expect((await rowsOf(person.email))[0]!.state).toBe('active');
  });

  it('works with the button of a mail program, with both encodings of the form', async () => {
    await subscribed();
    const { id } = (await mailsTo(email)).at(-1)!;
    const source = await (await fetch(`${shop.mailbox}/api/email/${id}/source`)).text();
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    const url = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(source)![1]!;
    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), multipart]) {
      expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    }
    expect(await rowsOf(email)).toEqual([]);
    const elsewhere = await fetch(`${shop.url}/api/newsletter/subscribe`, { method: 'POST', body: multipart });
    expect(elsewhere.status).toBe(415);
    expect(ended(await post('one-click?token=unknown'))).toBe('400 TOKEN_INVALID');
  });

  it('does not follow from a GET, as of a mail scanner', async () => {
    const token = await subscribed();
    for (const path of ['confirm', 'unsubscribe', 'one-click']) {
      await shop.http.get(`/api/newsletter/${path}?token=${token}`).expect(404);
    }
    expect((await rowsOf(email))[0]!.state).toBe('active');
  });
});

it('purges unconfirmed addresses after seven days, and proofs after three whole years', async () => {
  const purge = () => shop.api.get(CommandBus).execute(new PurgeSubscriptions());
  await asked();
  await age(email, '6 days');
  await purge();
  expect(await rowsOf(email)).toHaveLength(1);
  await age(email, '2 days');
  await purge();
  expect(await rowsOf(email)).toEqual([]);

  const token = await subscribed();
  const { id } = (await rowsOf(email))[0]!;
  await post('unsubscribe', { token });
  const remaining = async (endedAt: string) => {
    await shop.sql.rows(`update newsletter_subscriptions set ended_at = ${endedAt} where id = $1`, [id]);
    await purge();
    return (await shop.sql.rows('select 1 from newsletter_subscriptions where id = $1', [id])).length;
  };
  expect(await remaining(`date_trunc('year', now()) - interval '3 years'`)).toBe(1);
  expect(await remaining(`date_trunc('year', now()) - interval '3 years 1 day'`)).toBe(0);
});
