import { JobRunner } from '#workers/runtime/job-runner.js';
import { enrolled } from '../../../test/support/authenticator.js';
import { aBuyer, PASSWORD, type TestBuyer } from '../../../test/support/builders.js';
import { unusedIp } from '../../../test/support/exhaust-rate-limit.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { as } from '../../../test/support/pay.js';

/** The maximum number of unproven mails per network and hour, and also per mailbox and day (limits-rules.ts). */
const MAIL_LIMIT = 5;
const NAME = 'Sieben Gewinne';

let shop: OpenShop;
let admin: TestBuyer;
let accountCount = 0;

beforeAll(async () => {
  // Raises the limits of requests, so that only the limits of mails apply.
  const raised = ['register.ip', 'second-factor.ip', 'second-factor.account', 'reset-request.ip', 'verification.ip'];
  const RATE_LIMITS = raised.map((name) => `${name}=10000/3600`).join();
  shop = await openShop({ workers: true, env: { RATE_LIMIT_FACTOR: '1', RATE_LIMITS } });
  admin = await createAccount(unusedIp());
  await shop.sql.rows(`update users set role = 'admin', mailbox_proven_at = now() where id = $1`, [admin.id]);
});
afterAll(() => shop?.close());

/** Registers an account with an unproven address. */
async function createAccount(ip: string): Promise<TestBuyer> {
  const http = { post: (path: string) => shop.http.post(path).set('x-forwarded-for', ip) };
  const person = await aBuyer({ http } as unknown as OpenShop, `postfach${(accountCount += 1)}@example.com`);
  await shop.sql.rows('update users set display_name = $2 where id = $1', [person.id, NAME]);
  return person;
}
const proveMailbox = ({ id }: TestBuyer) =>
  shop.sql.rows('update users set mailbox_proven_at = now(), verified_at = now() where id = $1', [id]);
const mailsTo = async (...people: TestBuyer[]) => {
  await shop.settles();
  return (await shop.mails()).filter(({ to }) => people.some(({ email }) => email === to[0]!.address));
};

/** Renews the recovery codes. Each renewal sends two mails: one about the used code, one about the new codes. */
async function renewRecoveryCodes(person: TestBuyer, times: number): Promise<void> {
  let { recoveryCodes } = await enrolled(shop, person);
  for (let n = 0; n < times; n += 1) {
    const proof = { password: PASSWORD, code: recoveryCodes[0] };
    const { body } = await as(shop, person).post('/api/auth/second-factor/recovery-codes', proof).expect(200);
    recoveryCodes = body.data.recovery_codes;
  }
}
async function suspend({ id }: TestBuyer): Promise<void> {
  const form = { reason: 'Werbung', ground: 'terms', clause: 'Ziffer 7' };
  await as(shop, admin).post(`/api/admin/users/${id}/suspend`, form).expect(200);
  await shop.settles();
}
async function suspendAndRestore(person: TestBuyer): Promise<void> {
  await suspend(person);
  await as(shop, admin).post(`/api/admin/users/${person.id}/restore`, {}).expect(200);
  await shop.settles();
}

describe('mails about an account with an unproven mailbox', () => {
  it('are limited per mailbox when the second factor changes repeatedly', async () => {
    const person = await createAccount(unusedIp());
    await renewRecoveryCodes(person, 8);
    expect(await mailsTo(person)).toHaveLength(MAIL_LIMIT);
  });

  it('are limited per mailbox when the account is suspended repeatedly', async () => {
    const person = await createAccount(unusedIp());
    for (let n = 0; n < 4; n += 1) await suspendAndRestore(person);
    expect(await mailsTo(person)).toHaveLength(MAIL_LIMIT);
  });

  it('are limited per network when one network registers many accounts', async () => {
    const ip = unusedIp();
    const people: TestBuyer[] = [];
    for (let n = 0; n < MAIL_LIMIT + 1; n += 1) people.push(await createAccount(ip));
    for (const person of people) await renewRecoveryCodes(person, 1);
    expect(await mailsTo(...people)).toHaveLength(MAIL_LIMIT);
  });

  it('are limited per network also when the known places are deleted and the verifications are purged', async () => {
    const ip = unusedIp();
    const people: TestBuyer[] = [];
    for (let n = 0; n < MAIL_LIMIT + 2; n += 1) people.push(await createAccount(ip));
    const before = (await mailsTo(...people)).length;
    // The accounts are older than a month.
    await shop.sql.rows(`delete from verifications where user_id = any($1::uuid[])`, [people.map(({ id }) => id)]);
    await shop.sql.rows(`delete from unproven_mails where networks <> '{}'`);
    // A suspension deletes the known places.
    for (const person of people) await suspend(person);
    expect(await mailsTo(...people)).toHaveLength(before + MAIL_LIMIT);
  });

  it('never contain the display name, because an attacker may have chosen it', async () => {
    const [first, second] = [await createAccount(unusedIp()), await createAccount(unusedIp())];
    await renewRecoveryCodes(first, 1);
    await suspendAndRestore(second);
    const signedIn = await shop.http
      .post('/api/auth/login')
      .send({ email: second.email, password: PASSWORD })
      .expect(200);
    const session = { token: signedIn.body.data.accessToken as string };
    await as(shop, session).post('/api/gdpr/delete', { password: PASSWORD }).expect(202);
    await shop.sql.rows(`update deletions set erase_at = now() where user_id = $1`, [second.id]);
    await shop.workers.get(JobRunner).run({ name: 'start-erasures', data: {} });
    const mails = await mailsTo(first, second);
    // Mails to the first account: verification, factor switched on, recovery code used, recovery codes renewed. Mails to
    // the second account: verification, suspension, restoration, deletion requested, account erased.
    expect(mails).toHaveLength(4 + 5);
    expect(mails.some(({ subject }) => subject.includes('gelöscht'))).toBe(true);
    for (const { subject, text, html } of mails) expect(`${subject} ${text} ${html}`).not.toContain(NAME);
  });

  it('are all sent, with the display name, once the owner has proven the mailbox', async () => {
    const person = await createAccount(unusedIp());
    await proveMailbox(person);
    await renewRecoveryCodes(person, 3);
    await suspendAndRestore(person);
    const mails = await mailsTo(person);
    const notices = mails.filter(({ subject }) => !subject.includes('bestätige'));
    expect(notices.length).toBeGreaterThanOrEqual(1 + 2 * 3 + 2);
    expect(notices.filter(({ text }) => text!.includes(NAME)).length).toBeGreaterThanOrEqual(9);
  });
});

describe('a link in an earlier mail', () => {
  const matchLink = (text: string | undefined, screen: string) =>
    new RegExp(`${screen}\\?token=([\\w-]{43})`).exec(text!);
  const findNewestToken = async (person: TestBuyer, screen: string) =>
    (await mailsTo(person)).map(({ text }) => matchLink(text, screen)?.[1]).findLast((token) => token !== undefined)!;
  /** Reaches the daily mail limit of the mailbox. */
  async function exhaustMailLimit({ email }: TestBuyer): Promise<void> {
    for (let n = 0; n < MAIL_LIMIT; n += 1)
      await shop.http
        .post('/api/newsletter/subscribe')
        .set('x-forwarded-for', unusedIp())
        .send({ email: email.replace('@', `+${n}@`) })
        .expect(202);
    await shop.settles();
  }

  it('still verifies the address when the mail with a newer link is skipped', async () => {
    const person = await createAccount(unusedIp());
    const token = await findNewestToken(person, 'verify-email');
    await exhaustMailLimit(person);
    await shop.sql.rows(`update verifications set requested_at = requested_at - interval '2 minutes'`);
    await as(shop, person).post('/api/auth/resend-verification', {}).expect(200);
    expect(await findNewestToken(person, 'verify-email')).toBe(token);
    await shop.http.post('/api/auth/verify-email').send({ token }).expect(200);
  });

  it('still resets the password when the mail with a newer link is skipped, but not when that mail is sent', async () => {
    const person = await createAccount(unusedIp());
    const ip = unusedIp();
    const requestReset = () =>
      shop.http.post('/api/password-reset/request').set('x-forwarded-for', ip).send({ email: person.email });
    await requestReset().expect(200);
    const first = await findNewestToken(person, 'reset-password');
    await requestReset().expect(200);
    const second = await findNewestToken(person, 'reset-password');
    expect(second).not.toBe(first);
    await exhaustMailLimit(person);
    await requestReset().expect(200);
    expect(await findNewestToken(person, 'reset-password')).toBe(second);
    const confirmReset = (token: string) =>
      shop.http.post('/api/password-reset/confirm').send({ token, new_password: 'Hexenstich-12' });
    await confirmReset(first).expect(400);
    await confirmReset(second).expect(200);
  });
});
