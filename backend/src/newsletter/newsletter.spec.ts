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
const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) =>
  `${status} ${body.code ?? 'OK'}`;

async function mailsTo(address: string) {
  await shop.settles();
  return (await shop.mails()).filter(({ to }) => to[0]?.address === address);
}
const extractToken = (text = '') => /[?&]token=([\w-]+)/.exec(text)![1]!;

/** Requests the newsletter. @returns the token of the confirmation mail */
async function requestNewsletter(address = email, body: object = {}): Promise<string> {
  await post('subscribe', { email: address, ...body }).expect(202);
  return extractToken((await mailsTo(address)).at(-1)?.text);
}
/** Requests and confirms the newsletter. @returns the token of the unsubscribe link */
async function subscribe(address = email): Promise<string> {
  await post('confirm', { token: await requestNewsletter(address) }).expect(200);
  return extractToken((await mailsTo(address)).at(-1)?.text);
}
const findRows = (address: string) =>
  shop.sql.rows<{ id: string; state: string; proof: Record<string, string> }>(
    'select id, state, proof from newsletter_subscriptions where email_key = $1',
    [address],
  );
/** Moves the times of a subscription into the past. @param span a PostgreSQL interval */
const backdate = (address: string, span: string) =>
  shop.sql.rows(
    `update newsletter_subscriptions set requested_at = requested_at - $2::interval,
       expires_at = expires_at - $2::interval,
       asked_at = (select jsonb_agg(to_jsonb((t::timestamptz - $2::interval)::text)) from jsonb_array_elements_text(asked_at) t)
     where email_key = $1`,
    [address, span],
  );

describe('subscribing', () => {
  it('sends a confirmation mail first, and a welcome mail after the confirmation', async () => {
    const token = await requestNewsletter();
    expect((await findRows(email))[0]!.state).toBe('pending');
    await post('confirm', { token }).expect(200);
    const [confirmation, welcome] = await mailsTo(email);
    expect(confirmation!.text).toContain(`${shop.url}/de/newsletter/confirm?token=${token}`);
    expect(welcome!.subject).toContain('Willkommen beim Newsletter');
    // The link has a language prefix, which overrides the language of the browser.
    expect(welcome!.text).toContain(`${shop.url}/de/newsletter/unsubscribe?token=`);
    expect((await findRows(email))[0]!.state).toBe('active');
  });

  it('sends an English mail to a reader who chose English', async () => {
    const token = await requestNewsletter(email, { locale: 'en' });
    expect((await mailsTo(email))[0]!.text).toContain(`${shop.url}/en/newsletter/confirm?token=${token}`);
  });

  it('stores the version of the consent text, the times and the networks', async () => {
    const withIp = (request: ReturnType<typeof post>) => request.set('x-forwarded-for', '203.0.113.77');
    await withIp(post('subscribe', { email }));
    await withIp(post('confirm', { token: extractToken((await mailsTo(email))[0]!.text) })).expect(200);
    const timestamp = expect.stringMatching(/^\d{4}-.+Z$/);
    expect((await findRows(email))[0]!.proof).toEqual({
      version: '2026-11-21',
      requestedAt: timestamp,
      requestedFrom: '203.0.113.0/24',
      confirmedAt: timestamp,
      confirmedFrom: '203.0.113.0/24',
    });
  });

  it('does not reveal whether an address is subscribed', async () => {
    await subscribe();
    const notSubscribed = `other-${email}`;
    const responses = [
      await post('subscribe', { email }),
      await post('subscribe', { email: notSubscribed }),
      await post('subscribe', { email: notSubscribed }),
    ];
    for (const { status, body } of responses) expect([status, body]).toEqual([202, { success: true, data: {} }]);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('sends one mail for ten concurrent requests for one address', async () => {
    const spellings = Array.from({ length: 10 }, (_, n) => (n % 2 ? email : email.toUpperCase()));
    await Promise.all(spellings.map((spelling) => post('subscribe', { email: spelling }).expect(202)));
    expect(await shop.sql.rows('select 1 from newsletter_subscriptions where email_key = $1', [email])).toHaveLength(1);
    await shop.settles();
    expect((await shop.mails()).filter(({ to }) => to[0]!.address.toLowerCase() === email)).toHaveLength(1);
  });

  it('sends another mail after ten minutes, at most three in 24 hours, and keeps the first link valid', async () => {
    const token = await requestNewsletter();
    for (let times = 2; times <= 5; times += 1) {
      await backdate(email, '9 minutes');
      await post('subscribe', { email });
      expect(await mailsTo(email)).toHaveLength(Math.min(times - 1, 3));
      await backdate(email, '2 minutes');
      await post('subscribe', { email });
      expect(await mailsTo(email)).toHaveLength(Math.min(times, 3));
    }
    await backdate(email, '23 hours 40 minutes');
    await post('subscribe', { email });
    expect(await mailsTo(email)).toHaveLength(4);
    await post('confirm', { token }).expect(200);
  });

  it('refuses an invalid address or language and names the field', async () => {
    for (const form of [{}, { email: 'unknown' }, { email: 'a@example.com, b@example.com' }, { email, locale: 'fr' }]) {
      const { status, body } = await post('subscribe', form);
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(body.error.details[0].field).toBe('locale' in form ? 'locale' : 'email');
    }
  });
});

describe('confirming', () => {
  it('succeeds again when the page is reloaded, without a second welcome mail', async () => {
    const token = await requestNewsletter();
    const responses = await Promise.all([post('confirm', { token }), post('confirm', { token })]);
    expect([...responses.map(statusAndCode), statusAndCode(await post('confirm', { token }))]).toEqual(
      Array(3).fill('200 OK'),
    );
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('refuses an unknown token and an expired token', async () => {
    const token = await requestNewsletter();
    await backdate(email, '24 hours');
    expect(statusAndCode(await post('confirm', { token }))).toBe('400 TOKEN_EXPIRED');
    expect(statusAndCode(await post('confirm', { token: `${token}x` }))).toBe('400 TOKEN_INVALID');
    expect(statusAndCode(await post('confirm', {}))).toBe('400 VALIDATION_FAILED');
    expect((await findRows(email))[0]!.state).toBe('pending');
  });

  it('stores no tokens in the database', async () => {
    const token = await requestNewsletter();
    const [row] = await shop.sql.rows<{ all: string }>(
      `select (select jsonb_agg(n)::text from newsletter_subscriptions n)
         || (select jsonb_agg(o)::text from outbox_events o) || (select jsonb_agg(d)::text from deliveries d) as all`,
    );
    expect(row!.all).toContain(email);
    expect(row!.all).not.toContain(token);
  });
});

describe('unsubscribing', () => {
  it('needs no account, can be repeated, deletes the address and keeps the proof', async () => {
    const token = await subscribe();
    const { id } = (await findRows(email))[0]!;
    expect([
      statusAndCode(await post('unsubscribe', { token })),
      statusAndCode(await post('unsubscribe', { token })),
    ]).toEqual(['200 OK', '200 OK']);
    const [row] = await shop.sql.rows(
      'select email, email_key, state, proof from newsletter_subscriptions where id = $1',
      [id],
    );
    expect(row).toMatchObject({ email: null, state: 'ended', proof: { confirmedAt: expect.any(String) } });
    expect(JSON.stringify(row)).not.toContain(email);
  });

  it('makes the old confirmation link invalid, and the old unsubscribe link does not end a new subscription', async () => {
    const confirmationToken = await requestNewsletter();
    await post('confirm', { token: confirmationToken });
    const oldToken = extractToken((await mailsTo(email)).at(-1)?.text);
    await post('unsubscribe', { token: oldToken }).expect(200);
    expect(statusAndCode(await post('confirm', { token: confirmationToken }))).toBe('400 TOKEN_INVALID');
    await subscribe();
    await post('unsubscribe', { token: oldToken }).expect(200);
    expect((await findRows(email))[0]!.state).toBe('active');
  });

  it('happens when a user with a verified address withdraws the consent to marketing mails', async () => {
    const [confirmed, unconfirmed, other] = [await aBuyer(shop), await aBuyer(shop), `other.${email}`];
    await shop.sql.rows('update users set verified_at = now() where id = any ($1::uuid[])', [
      [confirmed.id, unconfirmed.id],
    ]);
    await subscribe(confirmed.email);
    await subscribe(other);
    await requestNewsletter(unconfirmed.email);
    const withdraw = (user: typeof confirmed, type: string) =>
      as(shop, user)
        .post('/api/gdpr/consent/withdraw', { consentTypes: [type] })
        .expect(200);
    await withdraw(confirmed, 'analytics');
    await shop.settles();
    expect(await findRows(confirmed.email)).toHaveLength(1);

    await withdraw(confirmed, 'marketing_emails');
    await withdraw(unconfirmed, 'marketing_emails');
    await shop.settles();
    expect([await findRows(confirmed.email), await findRows(unconfirmed.email)]).toEqual([[], []]);
    expect((await findRows(other))[0]!.state).toBe('active');
    const proofs = await shop.sql.rows(`select from newsletter_subscriptions where state = 'ended' and email is null`);
    expect(proofs.length).toBeGreaterThan(0);
  });

  it('does not happen when the user who withdraws the consent has not verified the address', async () => {
    await subscribe();
    const unverified = await aBuyer(shop, email);
    await as(shop, unverified)
      .post('/api/gdpr/consent/withdraw', { consentTypes: ['marketing_emails'] })
      .expect(200);
    await shop.settles();
    expect((await findRows(email)).map(({ state }) => state)).toEqual(['active']);
  });

  it('does not happen when the subscription was confirmed after the consent was withdrawn', async () => {
    const person = await aBuyer(shop);
    await shop.sql.rows('update users set verified_at = now() where id = $1', [person.id]);
    await subscribe(person.email);
    await shop.workers.get(EndNewsletter).run({ userId: person.id, withdrawnAt: new Date(0).toISOString() });
    expect((await findRows(person.email))[0]!.state).toBe('active');
  });

  it('is possible with the unsubscribe button of a mail program, which sends a URL-encoded or a multipart form', async () => {
    await subscribe();
    const { id } = (await mailsTo(email)).at(-1)!;
    const source = await (await fetch(`${shop.mailbox}/api/email/${id}/source`)).text();
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    const url = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(source)![1]!;
    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), multipart]) {
      expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    }
    expect(await findRows(email)).toEqual([]);
    const otherEndpoint = await fetch(`${shop.url}/api/newsletter/subscribe`, { method: 'POST', body: multipart });
    expect(otherEndpoint.status).toBe(415);
    expect(statusAndCode(await post('one-click?token=unknown'))).toBe('400 TOKEN_INVALID');
  });

  it('does not happen on GET, because mail scanners open every link', async () => {
    const token = await subscribe();
    for (const path of ['confirm', 'unsubscribe', 'one-click']) {
      await shop.http.get(`/api/newsletter/${path}?token=${token}`).expect(404);
    }
    expect((await findRows(email))[0]!.state).toBe('active');
  });
});

it('PurgeSubscriptions deletes unconfirmed addresses after seven days, and proofs three years after the end of the year in which the subscription ended', async () => {
  const purge = () => shop.api.get(CommandBus).execute(new PurgeSubscriptions());
  await requestNewsletter();
  await backdate(email, '6 days');
  await purge();
  expect(await findRows(email)).toHaveLength(1);
  await backdate(email, '2 days');
  await purge();
  expect(await findRows(email)).toEqual([]);

  const token = await subscribe();
  const { id } = (await findRows(email))[0]!;
  await post('unsubscribe', { token });
  const countAfterPurge = async (endedAt: string) => {
    await shop.sql.rows(`update newsletter_subscriptions set ended_at = ${endedAt} where id = $1`, [id]);
    await purge();
    return (await shop.sql.rows('select 1 from newsletter_subscriptions where id = $1', [id])).length;
  };
  expect(await countAfterPurge(`date_trunc('year', now()) - interval '3 years'`)).toBe(1);
  expect(await countAfterPurge(`date_trunc('year', now()) - interval '3 years 1 day'`)).toBe(0);
});
