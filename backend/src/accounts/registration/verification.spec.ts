import { QueryBus } from '@nestjs/cqrs';
import { type OpenShop, openShop } from '../../../test/support/open-shop.js';
import { GetVerificationMail } from './queries/get-verification-mail.js';
import { verificationToken } from './verification-token.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

let registeredCount = 0;

/** Registers an account. @returns helpers for its verifications */
async function registerAccount() {
  registeredCount += 1;
  const form = {
    email: `person-${registeredCount}@example.com`,
    password: 'Kreuzstich7',
    name: 'Frieda',
    language: 'en',
  };
  const { accessToken, user } = (await shop.http.post('/api/auth/register').send(form).expect(201)).body.data;
  const bearer = `Bearer ${accessToken}`;
  const findRequests = async () =>
    (
      await shop.sql.rows<{ id: string }>(
        `select v.id from outbox_events e join verifications v on v.id::text = e.payload ->> 'verificationId'
          where v.user_id = $1 and e.type = 'accounts.verification-requested' order by v.requested_at`,
        [user.id],
      )
    ).map((row) => row.id);
  return {
    email: form.email,
    findRequests,
    newestToken: async () => verificationToken(shop.config.tokenSecret, (await findRequests()).at(-1)!),
    resend: (call = 'resend-verification') => shop.http.post(`/api/auth/${call}`).set('authorization', bearer),
    prove: (token: unknown) => shop.http.post('/api/auth/prove-mailbox').set('authorization', bearer).send({ token }),
    findProvenAt: async () =>
      (await shop.sql.row<{ at: Date | null }>('select mailbox_proven_at as at from users where id = $1', [user.id]))!
        .at,
    status: async () =>
      (await shop.http.get('/api/auth/verification-status').set('authorization', bearer).expect(200)).body.data,
    /** Moves the times of the verifications into the past. @param time a PostgreSQL interval */
    backdate: (time: string) =>
      shop.sql.rows(
        `update verifications set requested_at = requested_at - $1::interval, expires_at = expires_at - $1::interval
          where user_id = $2`,
        [time, user.id],
      ),
  };
}

const verify = (token: unknown) => shop.http.post('/api/auth/verify-email').send({ token });
const getMail = (id: string) => shop.api.get(QueryBus).execute(new GetVerificationMail(id));

describe('verification of an address', () => {
  it('verifies a registered account', async () => {
    const person = await registerAccount();
    expect(await person.status()).toEqual({
      isVerified: false,
      email: person.email,
      verifiedAt: null,
      hasPendingToken: true,
      mailboxProven: false,
    });

    const answer = await verify(await person.newestToken()).expect(200);

    expect(answer.body.data.user).toMatchObject({ email: person.email, is_verified: true, emailVerified: true });
    const status = await person.status();
    expect(status).toMatchObject({ isVerified: true, hasPendingToken: false, mailboxProven: false });
    expect(Date.parse(status.verifiedAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('accepts a used link again, even after it has expired, but returns no account data', async () => {
    const person = await registerAccount();
    const token = await person.newestToken();
    await verify(token).expect(200);
    await person.backdate('10 days');

    expect((await verify(token).expect(200)).body).toEqual({ success: true, data: {} });
  });

  it('returns the account data to only one of twenty concurrent requests', async () => {
    const person = await registerAccount();
    const token = await person.newestToken();
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));

    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(answers.filter((answer) => answer.body.data.user)).toHaveLength(1);
  });

  it('refuses a link after 24 hours', async () => {
    const person = await registerAccount();
    const token = await person.newestToken();
    await person.backdate('24 hours');

    expect((await verify(token).expect(400)).body).toMatchObject({
      code: 'TOKEN_EXPIRED',
      message: 'This verification link has expired. You can request a new one below.',
    });
    expect(await person.status()).toMatchObject({ isVerified: false, hasPendingToken: false });
  });

  it.each([['x'.repeat(43)], ['<script>'], ['x'.repeat(5_000)]])('refuses an unknown token', async (token) => {
    expect((await verify(token).expect(400)).body).toMatchObject({
      code: 'TOKEN_INVALID',
      message: 'Invalid verification link. Please request a new one.',
    });
  });

  it.each([[undefined], [''], [['a']], [{ a: 1 }]])('refuses %j instead of a token', async (token) => {
    expect((await verify(token).expect(400)).body.message).toBe(
      'No verification token provided. Please check your email for the verification link.',
    );
  });

  it('refuses the token of a mail to a former address of the account', async () => {
    const person = await registerAccount();
    const token = await person.newestToken();
    await shop.sql.rows(`update users set email = 'new@example.com', email_key = 'new@example.com' where email = $1`, [
      person.email,
    ]);

    expect((await verify(token).expect(400)).body.code).toBe('TOKEN_INVALID');
  });

  it('stores no token in the database', async () => {
    const person = await registerAccount();
    const rows = await shop.sql.rows('select v.*, e.payload from verifications v, outbox_events e');

    expect(JSON.stringify(rows)).not.toContain(await person.newestToken());
  });
});

describe('proof of the mailbox', () => {
  it.each([true, false])('accepts the token from the signed-in user (already used: %s)', async (used) => {
    const person = await registerAccount();
    const token = await person.newestToken();
    if (used) await verify(token).expect(200);
    expect(await person.findProvenAt()).toBeNull();

    await person.prove(token).expect(200);
    const at = await person.findProvenAt();
    expect(at).toBeInstanceOf(Date);
    expect(await person.status()).toMatchObject({ isVerified: true, hasPendingToken: false, mailboxProven: true });
    await person.prove(token).expect(200);
    expect(await person.findProvenAt()).toEqual(at);
  });

  it('refuses an unknown, a replaced and an expired token, and the token of another account', async () => {
    const [person, other] = [await registerAccount(), await registerAccount()];
    const replaced = await person.newestToken();
    await person.backdate('61 seconds');
    await person.resend().expect(200);
    const token = await person.newestToken();
    await verify(token).expect(200);

    for (const invalid of [await other.newestToken(), 'x'.repeat(43), replaced])
      expect((await person.prove(invalid).expect(400)).body.code).toBe('TOKEN_INVALID');
    await person.backdate('24 hours');
    expect((await person.prove(token).expect(400)).body.code).toBe('TOKEN_EXPIRED');
    expect((await person.prove('').expect(400)).body.code).toBe('VALIDATION_FAILED');
    expect([await person.findProvenAt(), await other.findProvenAt()]).toEqual([null, null]);
  });
});

describe('request for another verification mail', () => {
  it('is refused within a minute of the last mail, and the response contains the remaining seconds', async () => {
    const person = await registerAccount();
    const refusal = await person.resend().expect(429);
    expect(refusal.body.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(60);

    await person.backdate('61 seconds');
    await person.resend('send-verification').expect(200);
    await person.resend().expect(429);
    expect(await person.findRequests()).toHaveLength(2);
  });

  it('is accepted once when ten requests arrive concurrently', async () => {
    const person = await registerAccount();
    await person.backdate('61 seconds');
    const answers = await Promise.all(Array.from({ length: 10 }, () => person.resend()));

    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(429)]);
    expect(await person.findRequests()).toHaveLength(2);
  });

  it('is refused after five mails within a day, including the mail of the registration', async () => {
    const person = await registerAccount();
    for (let mail = 2; mail <= 5; mail += 1) {
      await person.backdate('2 minutes');
      await person.resend().expect(200);
    }
    await person.backdate('2 minutes');
    const refusal = await person.resend().expect(429);

    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    await person.backdate('1 day');
    await person.resend().expect(200);
  });

  it('revokes the earlier links', async () => {
    const person = await registerAccount();
    const old = await person.newestToken();
    await person.backdate('61 seconds');
    await person.resend().expect(200);

    expect((await verify(old).expect(400)).body.code).toBe('TOKEN_INVALID');
    await verify(await person.newestToken()).expect(200);
  });

  it('sends a mail to a verified account, but none after the mailbox is proven', async () => {
    const person = await registerAccount();
    await verify(await person.newestToken());
    await person.backdate('61 seconds');
    await person.resend().expect(200);
    expect((await getMail((await person.findRequests())[1]!))?.obsolete).toBe(false);
    await person.prove(await person.newestToken()).expect(200);
    await person.backdate('61 seconds');

    await person.resend().expect(200);
    await person.resend('send-verification').expect(200);
    expect(await person.findRequests()).toHaveLength(2);
  });

  it('requires a signed-in user', async () => {
    expect((await shop.http.post('/api/auth/resend-verification')).status).toBe(401);
  });
});

describe('query for the verification mail', () => {
  it('returns the recipient, the language and the expiry of the link', async () => {
    const person = await registerAccount();
    const mail = await getMail((await person.findRequests())[0]!);

    expect(mail).toEqual({
      email: person.email,
      language: 'en',
      expiresAt: expect.any(Date),
      obsolete: false,
    });
  });

  it('marks the mail of a used, replaced or expired link as obsolete, and returns null for an unknown id', async () => {
    const [verified, renewed, late] = [await registerAccount(), await registerAccount(), await registerAccount()];
    await verify(await verified.newestToken());
    await renewed.backdate('61 seconds');
    await renewed.resend().expect(200);
    await late.backdate('25 hours');

    for (const person of [verified, renewed, late]) {
      expect((await getMail((await person.findRequests())[0]!))?.obsolete).toBe(true);
    }
    expect((await getMail((await renewed.findRequests())[1]!))?.obsolete).toBe(false);
    expect(await getMail('00000000-0000-4000-8000-000000000000')).toBeNull();
  });
});
