import { JobRunner } from '#workers/runtime/job-runner.js';
import { enrolled } from '../../../test/support/authenticator.js';
import { aBuyer, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as } from '../../../test/support/pay.js';

/** Limits of unproven mails: of a network in an hour, and of a mailbox in a day (limits-rules.ts). */
const CEILING = 5;
const NAME = 'Sieben Gewinne';

let shop: OpenShop;
let admin: TestBuyer;
let count = 0;

beforeAll(async () => {
  // Disables the limits of requests: the limits of mails must hold by themselves.
  const wide = ['register.ip', 'second-factor.ip', 'second-factor.account', 'reset-request.ip', 'verification.ip'];
  const RATE_LIMITS = wide.map((name) => `${name}=10000/3600`).join();
  shop = await openShop({ workers: true, env: { RATE_LIMIT_FACTOR: '1', RATE_LIMITS } });
  admin = await account(unusedIp());
  await shop.sql.rows(`update users set role = 'admin', mailbox_proven_at = now() where id = $1`, [admin.id]);
});
afterAll(() => shop?.close());

/** Registers an account with an unproven address. */
async function account(place: string): Promise<TestBuyer> {
  const http = { post: (path: string) => shop.http.post(path).set('x-forwarded-for', place) };
  const person = await aBuyer({ http } as unknown as OpenShop, `postfach${(count += 1)}@example.com`);
  await shop.sql.rows('update users set display_name = $2 where id = $1', [person.id, NAME]);
  return person;
}
const prove = ({ id }: TestBuyer) =>
  shop.sql.rows('update users set mailbox_proven_at = now(), verified_at = now() where id = $1', [id]);
const mailsTo = async (...people: TestBuyer[]) => {
  await shop.settles();
  return (await shop.mails()).filter(({ to }) => people.some(({ email }) => email === to[0]!.address));
};

/** Sends two mails each time: a recovery code was used, and new ones were created. */
async function renewCodes(person: TestBuyer, times: number): Promise<void> {
  let { recoveryCodes } = await enrolled(shop, person);
  for (let n = 0; n < times; n += 1) {
    const proof = { password: PASSWORD, code: recoveryCodes[0] };
    const { body } = await as(shop, person).post('/api/auth/second-factor/recovery-codes', proof).expect(200);
    recoveryCodes = body.data.recovery_codes;
  }
}
async function suspendAndRestore({ id }: TestBuyer): Promise<void> {
  const decide = (what: string, body: object) => as(shop, admin).post(`/api/admin/users/${id}/${what}`, body);
  await decide('suspend', { reason: 'Werbung' }).expect(200);
  await shop.settles();
  await decide('restore', {}).expect(200);
  await shop.settles();
}

describe('mails about an account with an unproven mailbox', () => {
  it('are limited for the mailbox when the second factor changes repeatedly', async () => {
    const person = await account(unusedIp());
    await renewCodes(person, 8);
    expect(await mailsTo(person)).toHaveLength(CEILING);
  });

  it('are limited for the mailbox when the account is suspended repeatedly', async () => {
    const person = await account(unusedIp());
    for (let n = 0; n < 4; n += 1) await suspendAndRestore(person);
    expect(await mailsTo(person)).toHaveLength(CEILING);
  });

  it('are limited for a network that registers many accounts', async () => {
    const place = unusedIp();
    const people: TestBuyer[] = [];
    for (let n = 0; n < CEILING + 1; n += 1) people.push(await account(place));
    for (const person of people) await renewCodes(person, 1);
    expect(await mailsTo(...people)).toHaveLength(CEILING);
  });

  it('contain no name that an attacker may have chosen, also after the erasure', async () => {
    const [first, second] = [await account(unusedIp()), await account(unusedIp())];
    await renewCodes(first, 1);
    await suspendAndRestore(second);
    const again = await shop.http.post('/api/auth/login').send({ email: second.email, password: PASSWORD }).expect(200);
    const session = { token: again.body.data.accessToken as string };
    await as(shop, session).post('/api/gdpr/delete', { password: PASSWORD }).expect(202);
    await shop.sql.rows(`update deletions set erase_at = now() where user_id = $1`, [second.id]);
    await shop.workers.get(JobRunner).run({ name: 'start-erasures', data: {} });
    const mails = await mailsTo(first, second);
    expect(mails).toHaveLength(4 + 5);
    expect(mails.some(({ subject }) => subject.includes('gelöscht'))).toBe(true);
    for (const { subject, text, html } of mails) expect(`${subject} ${text} ${html}`).not.toContain(NAME);
  });

  it('all reach the owner, with the name, after the mailbox is proven', async () => {
    const person = await account(unusedIp());
    await prove(person);
    await renewCodes(person, 3);
    await suspendAndRestore(person);
    const mails = await mailsTo(person);
    const notices = mails.filter(({ subject }) => !subject.includes('bestätige'));
    expect(notices.length).toBeGreaterThanOrEqual(1 + 2 * 3 + 2);
    expect(notices.filter(({ text }) => text!.includes(NAME)).length).toBeGreaterThanOrEqual(9);
  });
});

describe('a mailed link', () => {
  const linkIn = (text: string | undefined, screen: string) => new RegExp(`${screen}\\?token=([\\w-]{43})`).exec(text!);
  const newestLink = async (person: TestBuyer, screen: string) =>
    (await mailsTo(person)).map(({ text }) => linkIn(text, screen)?.[1]).findLast((token) => token !== undefined)!;
  /** Uses up the daily mails of the mailbox. */
  async function exhaust({ email }: TestBuyer): Promise<void> {
    for (let n = 0; n < CEILING; n += 1)
      await shop.http
        .post('/api/newsletter/subscribe')
        .set('x-forwarded-for', unusedIp())
        .send({ email: email.replace('@', `+${n}@`) })
        .expect(202);
    await shop.settles();
  }

  it('to verify the address is valid until another one is sent', async () => {
    const person = await account(unusedIp());
    const token = await newestLink(person, 'verify-email');
    await exhaust(person);
    await shop.sql.rows(`update verifications set requested_at = requested_at - interval '2 minutes'`);
    await as(shop, person).post('/api/auth/resend-verification', {}).expect(200);
    expect(await newestLink(person, 'verify-email')).toBe(token);
    await shop.http.post('/api/auth/verify-email').send({ token }).expect(200);
  });

  it('to set a new password is valid until another one is sent', async () => {
    const person = await account(unusedIp());
    const home = unusedIp();
    const ask = () =>
      shop.http.post('/api/password-reset/request').set('x-forwarded-for', home).send({ email: person.email });
    await ask().expect(200);
    const first = await newestLink(person, 'reset-password');
    await ask().expect(200);
    const second = await newestLink(person, 'reset-password');
    expect(second).not.toBe(first);
    await exhaust(person);
    await ask().expect(200);
    expect(await newestLink(person, 'reset-password')).toBe(second);
    const use = (token: string) =>
      shop.http.post('/api/password-reset/confirm').send({ token, new_password: 'Hexenstich-12' });
    await use(first).expect(400);
    await use(second).expect(200);
  });
});
