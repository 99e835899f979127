import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import supertest from 'supertest';
import { toLoggedError, maskPersonalData } from '../src/platform/telemetry/logging.js';
import { aPattern } from './support/builders.js';
import { bundledPrograms } from './support/bundled-programs.js';
import { type OpenShop, openShop } from './support/open-shop.js';
import { CARD, confirmCard } from './support/pay.js';
import { compilePrograms, type Program, type Programs } from './support/programs.js';
import { until } from './support/settles.js';

const EMAIL = 'canary.quillfeather@example.com';
const NAME = 'Philippa Quillfeather';
const PASSWORD = 'Kanarien-Vogel-81';
const SEARCH = 'quillfeathersearch';

let shop: OpenShop;
let programs: Programs;
let running: Program[];
beforeAll(async () => {
  shop = await openShop({ listen: false });
  programs = await compilePrograms();
  running = [await programs.start('api', shop.env), await programs.start('workers', shop.env)];
}, 120_000);
afterAll(async () => {
  await programs.close();
  await shop.close();
});

const http = () => supertest(shop.url);
const tokenIn = (text: string) => /token=([\w-]{43})/.exec(text)?.[1] ?? null;

/** Uses all features that process personal data. @returns the secrets of the requests and responses */
async function useAllFeatures(): Promise<string[]> {
  const account = { email: EMAIL, name: NAME, username: 'quillfeather', password: PASSWORD };
  const { accessToken, refreshToken } = (await http().post('/api/auth/register').send(account).expect(201)).body.data;
  const signed = (path: string) => http().get(path).set('authorization', `Bearer ${accessToken}`);
  const verification = await until('the mail has arrived', async () => {
    const [mail] = await shop.mails();
    return mail && tokenIn(mail.text ?? '');
  });
  await http().post('/api/auth/register').send(account).expect(409);
  await http()
    .post('/api/auth/login')
    .send({ email: EMAIL, password: `${PASSWORD}x` })
    .expect(401);
  await http().post('/api/auth/verify-email').send({ token: verification }).expect(200);
  await http().post('/api/password-reset/request').send({ email: EMAIL }).expect(200);
  await http().get(`/api/password-reset/validate/${verification}`);
  await http().get(`/api/patterns?search=${SEARCH}`).expect(200);
  await http().get(`/nowhere/${EMAIL}/${verification}`);
  await http().get(`/verify-email?token=${verification}`);
  const pattern = await aPattern().unprepared().in(shop);
  await shop.settles();
  const paid = await http()
    .post('/api/payments/create')
    .set('authorization', `Bearer ${accessToken}`)
    .send({ pattern_id: pattern, buyer_email: EMAIL, consent: true, country: 'DE' });
  await confirmCard(shop, paid.body.data.client_secret, CARD);
  const access = await until('the copy is ready', async () => {
    const { body } = await signed(`/api/downloads/${paid.body.data.purchase_id}`);
    return body.data?.canDownload && body.data;
  });
  await signed(`/api/downloads/${access.downloadToken}`).expect(200);
  const link = await http()
    .post('/api/downloads/secure')
    .set('authorization', `Bearer ${accessToken}`)
    .send({ token: access.downloadToken });
  const signature = /X-Amz-Signature=(\w+)/.exec(link.body.data.downloadUrl)![1]!;
  // A renamed column causes unexpected errors, which are logged.
  await shop.owner.rows('alter table refresh_tokens rename column seq to sequence');
  await http().post('/api/auth/login').send({ email: EMAIL, password: PASSWORD }).expect(500);
  await http().post('/api/auth/refresh').send({ refresh_token: refreshToken }).expect(500);
  await shop.owner.rows('alter table refresh_tokens rename column sequence to seq');
  await shop.settles();
  return [accessToken, refreshToken, verification, access.downloadToken, paid.body.data.client_secret, signature];
}

describe('the logs', () => {
  it('contain routes and errors, but no personal data and no secrets', async () => {
    const secrets = await useAllFeatures();
    const log = running.map((program) => program.log()).join('\n');
    expect(log).toContain('/api/downloads/:idOrToken');
    expect(log).toContain('/api/password-reset/validate/:token');
    expect(log).toContain('request failed');
    const searchWords = [EMAIL, 'quillfeather', NAME, 'Quillfeather', PASSWORD, SEARCH, CARD, ...secrets];
    const leakedWords = searchWords.filter((word) => log.includes(word));
    expect(leakedWords.map((word) => log.split('\n').find((line) => line.includes(word)))).toEqual([]);
  }, 120_000);

  it('contain the route template of each request, and `none` only for a 404', () => {
    const lines = running[0]!
      .log()
      .split('\n')
      .filter((line) => line.includes('"req"'))
      .map((line) => JSON.parse(line) as { req: { method: string; route: string }; res: { status: number } });
    const requests = new Set(lines.map(({ req, res }) => `${req.method} ${req.route} ${res.status}`));
    expect(requests).toContain('POST /api/auth/login 401');
    expect(requests).toContain('GET /api/downloads/:idOrToken 200');
    expect(requests).toContain('POST /api/payments/webhook 200');
    expect(lines.filter(({ req, res }) => req.route === 'none' && res.status !== 404)).toEqual([]);
  });

  it('contain the same ids in the line of an error and in the line of its request', async () => {
    const errored = () => running[0]!.log().match(/request errored/g) ?? [];
    await until('both failed requests are logged', () => Promise.resolve(errored().length === 2));
    const lines = running[0]!
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const failures = entries.filter(({ msg }) => msg === 'request failed');
    expect(failures).toHaveLength(2);
    for (const { reqId, trace_id } of failures) {
      const ended = { msg: 'request errored', reqId, trace_id, res: { status: 500 } };
      expect(entries).toContainEqual(expect.objectContaining({ ...ended, responseTime: expect.any(Number) }));
    }
  });

  it('contain requests that the client aborted', async () => {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    const head = 'POST /api/auth/login HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 900';
    await new Promise<void>((written) => socket.write(`${head}\r\n\r\n{"email":`, () => written()));
    socket.destroy();
    const abortedLines = () => running[0]!.log().match(/"POST".*request aborted/g) ?? [];
    await until('the request is logged', () => Promise.resolve(abortedLines().length > 0));
    expect(abortedLines()).toHaveLength(1);
  });

  it('contain the code and the stack of an error without its personal data', () => {
    const refused = Object.assign(new Error(`Key (email)=(${EMAIL}) already exists`), {
      code: '23505',
      table: 'users',
    });
    const logged = JSON.stringify(toLoggedError(new Error('could not save', { cause: refused })));
    expect(logged).toContain('23505');
    expect(logged).toContain('logs.journey.spec');
    expect(logged).not.toContain(EMAIL);
    expect(maskPersonalData(`550 <${EMAIL}> unknown, card 4242 4242 4242 4242, token ${'x'.repeat(43)}`)).toBe(
      '550 <[address]> unknown, card [number], token [token]',
    );
  });

  it('mask addresses, numbers and tokens at any position of a long text within 100 ms', () => {
    const words = [EMAIL, '4242424242424242', 'Tq'.repeat(25)];
    const beginnings = words.map((word) => word.slice(0, 8));
    const started = performance.now();
    for (const long of ['x.'.repeat(50_000), `${'x'.repeat(30)} `.repeat(3_000), '1'.repeat(100_000)]) {
      expect(maskPersonalData(`${EMAIL} ${long}`)).toMatch(/^\[address\] /);
    }
    expect(performance.now() - started).toBeLessThan(100);
    for (let before = 0; before < 120; before++) {
      const masked = maskPersonalData('.'.repeat(before) + ` ${words.join(' ')}`.repeat(80));
      expect(beginnings.filter((beginning) => masked.includes(beginning))).toEqual([]);
    }
  });

  it('name the setting when a port is in use', async () => {
    const folder = await bundledPrograms();
    const readErrorOutput = (program: string, env: Record<string, string>) =>
      new Promise<string>((resolve) => {
        execFile(process.execPath, [join(folder, program)], { env }, (_failed, _out, err) => resolve(err));
      });
    const { port } = new URL(shop.url);
    const line = (setting: string) =>
      `The configuration is not usable:\n  ${setting}: ${port} is in use by another program\n`;
    expect(await readErrorOutput('api.js', shop.env)).toBe(line('PORT'));
    const managed = { ...shop.env, PORT: '3000', MANAGEMENT_PORT: port };
    expect(await readErrorOutput('workers.js', managed)).toBe(line('MANAGEMENT_PORT'));
  });
});
