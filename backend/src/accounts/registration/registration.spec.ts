import { type OpenShop, openShop } from '../../../test/support/open-shop.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const register = (form: object, headers: Record<string, string> = {}) =>
  shop.http
    .post('/api/auth/register')
    .set(headers)
    .send({ email: 'unknown@example.com', password: 'Kreuzstich7', ...form });

const profile = (token: string, change?: object) =>
  (change ? shop.http.put('/api/auth/profile').send(change) : shop.http.get('/api/auth/profile')).set(
    'authorization',
    `Bearer ${token}`,
  );

describe('registration', () => {
  it('creates an account and signs the user in', async () => {
    const answer = await register({ email: ' Anna@Example.com ', username: 'Anna-1', first_name: ' Anna ' }).expect(
      201,
    );

    const { user, ...session } = answer.body.data;
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(session.expiresIn).toBe(900);
    expect([session.access_token, session.refresh_token, session.expires_in]).toEqual([
      session.accessToken,
      session.refreshToken,
      session.expiresIn,
    ]);
    expect(user).toMatchObject({
      email: 'Anna@Example.com',
      username: 'Anna-1',
      displayName: 'Anna-1',
      display_name: 'Anna-1',
      first_name: 'Anna',
      last_name: null,
      role: 'user',
      is_verified: false,
      emailVerified: false,
      language: 'de',
    });
    expect((await profile(session.accessToken).expect(200)).body.data).toEqual(user);
  });

  it.each([
    ['an address without @', { email: 'anna' }, 'email', 'Please enter a valid email address'],
    ['a missing address', { email: undefined }, 'email', 'Please enter a valid email address'],
    ['an address that is not a string', { email: ['a@b.de'] }, 'email', 'Please enter a valid email address'],
    [
      'a line break with a second mail header in the address',
      { email: 'a@b.de\r\nBcc: x@y.de' },
      'email',
      'Please enter a valid email address',
    ],
    ['two addresses', { email: 'a,b@example.com' }, 'email', 'Please enter a valid email address'],
    ['a short username', { username: 'ab' }, 'username', 'Username must be at least 3 characters long'],
    [
      'a username with spaces',
      { username: 'anna müller' },
      'username',
      'Username can only contain letters, numbers, hyphens, and underscores',
    ],
    ['a short password', { password: 'Kurz1' }, 'password', 'Password must be at least 8 characters long'],
    ['a missing password', { password: undefined }, 'password', 'Password must be at least 8 characters long'],
    [
      'a password without an uppercase letter',
      { password: 'kreuzstich7' },
      'password',
      'Password must contain at least one lowercase letter, one uppercase letter, and one number',
    ],
    [
      'a password of 129 characters',
      { password: `Aa1${'x'.repeat(126)}` },
      'password',
      'Password must be at most 128 characters long',
    ],
    [
      'a common password',
      { password: 'Passwort123' },
      'password',
      'This password is too common. Please choose a different one',
    ],
    [
      'a password made from a name in the address',
      { email: 'gundula.krause@example.com', password: 'Gundula1987' },
      'password',
      'Password must not be made from your name or email address',
    ],
    ['a name of two lines', { name: 'Anna\nMüller' }, 'name', 'name must be one line of at most 80 characters'],
    ['an unsupported language', { language: 'fr' }, 'language', 'Language must be de or en'],
  ])('refuses %s', async (_what, form, field, message) => {
    const answer = await register(form).expect(400);

    expect(answer.body).toMatchObject({ success: false, message, code: 'VALIDATION_FAILED' });
    expect(answer.body.error.details).toEqual([{ field, message }]);
  });

  it('accepts a password of 128 characters with spaces, and compares all characters at sign-in', async () => {
    const password = ` Aa1${'Zickzack'.repeat(20)}`.slice(0, 127).concat(' ');
    await register({ email: 'long@example.com', password }).expect(201);

    const email = 'long@example.com';
    const candidates = [password, password.slice(0, 127), password.trim()];
    const answers = await Promise.all(
      candidates.map((candidate) => shop.http.post('/api/auth/login').send({ email, password: candidate })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 401, 401]);
  });

  it('distinguishes passwords that begin with the same 72 bytes', async () => {
    const prefix = `Aa1${'ü'.repeat(34)}x`;
    expect(Buffer.byteLength(prefix)).toBe(72);
    const email = 'bytes@example.com';
    await register({ email, password: `${prefix}yz` }).expect(201);

    const candidates = [`${prefix}yz`, prefix, `${prefix}y`, `${prefix}yZ`, `${prefix}yz${'z'.repeat(26)}`];
    const answers = await Promise.all(
      candidates.map((password) => shop.http.post('/api/auth/login').send({ email, password })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 401, 401, 401, 401]);
  });

  it('stores the password as an Argon2id hash with 19 MiB and two passes', async () => {
    const stored = await shop.sql.row<{ password_hash: string }>('select password_hash from users limit 1');

    expect(stored!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('derives a missing username from the address, and returns the name unchanged', async () => {
    const answer = await register({ email: 'jörg.öz@example.com', username: '', name: 'Jörg Öz' }).expect(201);

    expect(answer.body.data.user.username).toMatch(/^jorgoz-[0-9a-f]{6}$/);
    expect(answer.body.data.user.displayName).toBe('Jörg Öz');
  });

  it('uses the username as display name when the name is blank', async () => {
    const names = { username: 'stoffrest', name: ' ', first_name: '', last_name: ' ' };
    const { user } = (await register({ email: 'rest@example.com', ...names }).expect(201)).body.data;

    expect(user).toMatchObject({ username: 'stoffrest', displayName: 'stoffrest', first_name: null, last_name: null });
  });

  it.each([
    ['en-GB,de;q=0.5', undefined, 'en'],
    ['fr, de;q=0.3, en;q=0.2', undefined, 'de'],
    ['it', undefined, 'de'],
    ['de', 'en', 'en'],
  ])('with Accept-Language %s and the form language %s, stores the language %s', async (header, language, expected) => {
    const email = `${expected}-${Math.random()}@example.com`;
    const answer = await register({ email, language }, { 'accept-language': header }).expect(201);

    expect(answer.body.data.user.language).toBe(expected);
  });

  it('ignores a role, a verification and an id in the request', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const forbidden = { id, role: 'admin', is_verified: true, emailVerified: true, verifiedAt: '2020-01-01T00:00:00Z' };
    const answer = await register({ email: 'mallory@example.com', ...forbidden, password_hash: 'x' }).expect(201);
    const { accessToken, user } = answer.body.data;
    const updated = await profile(accessToken, { ...forbidden, last_name: 'M' }).expect(200);

    for (const account of [user, updated.body.data]) {
      expect(account).toMatchObject({ role: 'user', is_verified: false, email: 'mallory@example.com' });
      expect(account.id).not.toBe(id);
    }
    expect(updated.body.data.last_name).toBe('M');
  });

  it('refuses a taken address or username in upper-case letters, and a taken address with a full-width letter', async () => {
    await register({ email: 'berta@example.com', username: 'berta' }).expect(201);

    for (const email of ['BERTA@example.COM', 'ｂerta@example.com']) {
      const answer = await register({ email }).expect(409);
      expect(answer.body).toMatchObject({
        code: 'EMAIL_TAKEN',
        message: 'An account with this email address already exists.',
      });
    }
    const answer = await register({ email: 'other@example.com', username: 'BERTA' }).expect(409);
    expect(answer.body.code).toBe('USERNAME_TAKEN');
  });

  it('creates one account and requests one mail for twenty concurrent requests with the same address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, attempt) =>
        register({ email: attempt % 2 ? 'Race@Example.com' : 'race@example.com', username: `racer-${attempt}` }),
      ),
    );

    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(409)]);
    expect(new Set(answers.map((answer) => answer.body.code))).toEqual(new Set([undefined, 'EMAIL_TAKEN']));
    const mails = await shop.sql.rows(
      `select from outbox_events e
         join verifications v on v.id::text = e.payload ->> 'verificationId'
         join users u on u.id = v.user_id
        where e.type = 'accounts.verification-requested' and u.email_key = 'race@example.com'`,
    );
    expect(mails).toHaveLength(1);
  });
});

describe('profile', () => {
  let token: string;
  beforeAll(async () => {
    const answer = await register({ email: 'clara@example.com', username: 'clara', first_name: 'Clara' });
    token = answer.body.data.accessToken;
  });

  it('changes only the fields that are present', async () => {
    const answer = await profile(token, { username: ' clara_2 ', language: 'en' }).expect(200);

    expect(answer.body.data).toMatchObject({
      username: 'clara_2',
      displayName: 'clara',
      first_name: 'Clara',
      language: 'en',
    });
    expect((await profile(token)).body.data).toEqual(answer.body.data);
  });

  it('accepts display_name and displayName, and uses the username when the display name is blank', async () => {
    expect((await profile(token, { displayName: 'Clara K.' })).body.data.display_name).toBe('Clara K.');
    expect((await profile(token, { display_name: 'Clara' })).body.data.displayName).toBe('Clara');
    expect((await profile(token, { display_name: ' ' })).body.data.displayName).toBe('clara_2');
  });

  it('removes fields that are sent empty', async () => {
    await profile(token, { first_name: 'C', avatar_url: '/media/avatars/clara.webp' }).expect(200);
    const answer = await profile(token, { first_name: '', avatar_url: null }).expect(200);

    expect(answer.body.data).toMatchObject({ first_name: null, avatar_url: null, avatarUrl: null });
  });

  it('refuses a username that is too short, malformed or taken', async () => {
    const refusals = await Promise.all(['', 'a b c', 'Berta'].map((username) => profile(token, { username })));

    expect(refusals.map((refusal) => refusal.body.message)).toEqual([
      'Username must be at least 3 characters long',
      'Username can only contain letters, numbers, hyphens, and underscores',
      'This username is already taken.',
    ]);
  });

  it('refuses an e-mail address that is not the current one, and changes nothing', async () => {
    for (const email of ['other-clara@example.com', 'no address', '', 7]) {
      const answer = await profile(token, { email, first_name: 'Lara' });
      expect([email, answer.status, answer.body.code]).toEqual([email, 400, 'EMAIL_NOT_CHANGEABLE']);
      const message = 'The email address of an account cannot be changed.';
      expect(answer.body.error).toMatchObject({ message, details: [{ field: 'email', message }] });
    }
    const { email, first_name } = (await profile(token)).body.data;
    expect([email, first_name]).toEqual(['clara@example.com', null]);
  });

  it('accepts null as e-mail address, and the current e-mail address in upper or lower case', async () => {
    for (const email of ['clara@example.com', ' Clara@Example.com ', null]) {
      expect((await profile(token, { email, first_name: '' }).expect(200)).body.data.email).toBe('clara@example.com');
    }
  });

  it.each([
    'https://evil.example/track.gif',
    '//evil.example/a.png',
    'javascript:alert(1)',
    '/media/../secret',
    '/media//x',
  ])('refuses the picture %s', async (avatar_url) => {
    expect((await profile(token, { avatar_url })).status).toBe(400);
  });

  it('returns neither the password hash nor the secret of the shop', async () => {
    const text = JSON.stringify((await profile(token)).body);

    expect(text).not.toMatch(/password|hash|argon/i);
    expect(text).not.toContain(shop.config.tokenSecret);
  });
});
