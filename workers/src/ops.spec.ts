import { CommandBus } from '@nestjs/cqrs';
import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiscardJob } from '#backend/operations/commands/discard-job.js';
import { OPS_NEEDS } from '#backend/platform/config/needs.js';
import { loadConfig } from '#backend/platform/config/config.js';
import { aBuyer, aPattern, type TestBuyer } from '../../backend/test/support/builders.js';
import { ROOT } from '../../backend/test/support/cruise.js';
import { type OpenShop, openShop } from '../../backend/test/support/open-shop.js';
import { accessOf, confirmCard, startPayment } from '../../backend/test/support/pay.js';
import { compilePrograms, type Programs } from '../../backend/test/support/programs.js';
import { runOpsInProcess } from '../../backend/test/support/run-ops-in-process.js';

let shop: OpenShop;
let programs: Programs;
let buyer: TestBuyer;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ops-'));
  [shop, programs] = await Promise.all([openShop({ workers: true }), compilePrograms()]);
  buyer = await aBuyer(shop);
  await shop.settles();
});
afterAll(async () => {
  await programs?.close();
  await shop?.close();
  rmSync(directory, { recursive: true, force: true });
});

const parseWords = (words: string, args: string[]) => [...words.split(' ').filter(Boolean), ...args];
/** Runs the tool as a separate process. This is slow, because the process loads the whole shop. */
const ops = (words: string, ...args: string[]) => programs.ops(parseWords(words, args), shop.env);

const runInProcess = (words: string, ...args: string[]) => runOpsInProcess(shop, parseWords(words, args));

const operatorActions = () =>
  shop.sql.rows<{ action: string; details: object }>(
    `select action, details from audit_entries where by_operator and actor_id is null and user_id is null order by id`,
  );

/** Turns the job execution of a verification mail into a dead letter. @returns the id of its event */
async function createDeadLetter(): Promise<string> {
  const row = await shop.sql.row<{ id: string }>(
    `update deliveries set done_at = null, dead_at = now(), last_error = '550 no such mailbox',
       first_failed_at = now() - interval '1 day'
     where reaction = 'send-verification' and dead_at is null returning event_id as id`,
  );
  return row!.id;
}

describe('the operators’ command-line tool', () => {
  it('prints help for the tool and for each verb', async () => {
    const all = await ops('--help');
    expect([all.code, all.err]).toEqual([0, '']);
    const listed = [...all.out.matchAll(/^ {2}([a-z][a-z -]*[a-z]) [[<]/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(Object.keys(OPS_NEEDS).toSorted());
    expect((await ops('events discard --help')).out).toMatch(/<id>.*--job <job>.*--reason <text>.*Exit codes: 0 done/s);
    const none = await ops('');
    expect([none.code, none.err]).toEqual([2, all.out]);
  });

  it('exits with 2 for invalid arguments, and with 1 for a failure', async () => {
    const invalid = await ops('events list --state late');
    expect([invalid.code, invalid.out]).toEqual([2, '']);
    expect(invalid.err).toMatch(/^--state: state must be one of open, done, dead, unrelayed\n/);

    const env = { ...shop.env, DATABASE_URL: 'postgres://unknown:secret-word@127.0.0.1:1/none' };
    const unreachable = await programs.ops(['events', 'list'], env);
    expect([unreachable.code, unreachable.out]).toEqual([1, '']);
    expect(unreachable.err).toMatch(/ECONNREFUSED/);
    expect(unreachable.err).not.toContain('secret-word');
  });

  it.each([
    ['events forget', "unknown command 'forget'"],
    ['events list --colour red', "unknown option '--colour'"],
    ['events list --since yesterday', "'--since <when>' argument 'yesterday' is invalid. It is neither a duration"],
    ['events list --limit 1000', '--limit: limit must not be greater than 100'],
    ['events show 42', "'42' is invalid for argument 'id'. It is not an id"],
    ['events show', "missing required argument 'id'"],
    ['events replay --all', '--all: at least one of --job'],
    ['events replay --job send-receipt', 'either <id> or --all is required'],
    ['events discard 01a1ffb1-0cb6-76e5-a85f-3c3f15abf105', "required option '--job <job>' not specified"],
    ['events discard 01a1ffb1-0cb6-76e5-a85f-3c3f15abf105 --job x', "required option '--reason <text>' not specified"],
    ['events discard 01a1ffb1-0cb6-76e5-a85f-3c3f15abf105 --job x --reason a\tb', '--reason: reason must be one line'],
    ['reconcile --since lately', "'--since <when>' argument 'lately' is invalid"],
    ['reconcile --as-guest pi_1,invalid', '"invalid" is not the id of a payment'],
    ['tidy --most many', "'--most <n>' argument 'many' is invalid. It is not a whole number"],
    ['rotate-keys --key-id a/b', "'--key-id <id>' argument 'a/b' is invalid. 1 to 40 letters"],
    ['books xml 2026 --out x', "'xml' is invalid for argument 'format'"],
    ['books journal lately --out x', 'period must be a year, a quarter or a month'],
    ['rotate-keys --out=', "'--out <file>' argument '' is invalid. Give a file"],
  ])('refuses "%s" with a message', async (words, message) => {
    await expect(runInProcess(words)).rejects.toThrow(message);
  });

  it('lists, shows, replays and discards dead letters, and records each action of the operator', async () => {
    const id = await createDeadLetter();
    const listed = await ops('events list --state dead --since 2h');
    expect(listed).toMatchObject({ code: 0, err: '' });
    expect(listed.out).toContain(
      `dead       ${id}  accounts.verification-requested\n    dead send-verification: 550 no such mailbox`,
    );
    const [, json] = await runInProcess('events list --state dead --json');
    expect(JSON.parse(json).events).toMatchObject([{ id, state: 'dead' }]);
    expect((await runInProcess(`events show ${id}`))[1]).toMatch(/send-verification: dead \(queue mail/);

    await expect(runInProcess('events show 01a1ffb1-0cb6-76e5-a85f-3c3f15abf105')).rejects.toThrow('Event not found');

    expect(await runInProcess(`events replay ${id}`)).toEqual([0, 'send-verification: replayed']);
    // The reconciler retries a job for 24 hours after its first failure. A replay clears the time of that failure, so
    // the 24 hours start again.
    expect(
      await shop.sql.row('select from deliveries where event_id = $1 and first_failed_at is null', [id]),
    ).toBeTruthy();
    expect((await runInProcess(`events replay ${id} --job send-verification`))[1]).toContain('nothing was changed');
    const replayed = { action: 'operations.delivery-replayed', details: { eventId: id, job: 'send-verification' } };
    expect(await operatorActions()).toEqual([replayed]);
    await shop.settles();
    expect((await runInProcess(`events replay ${id}`))[0]).toBe(1);

    await createDeadLetter();
    expect(await runInProcess('events replay --all --job send-verification --until 1h')).toEqual([
      0,
      '0 dead letters replayed, 0 that match remain',
    ]);
    const discard = `events discard ${id} --job send-verification`;
    expect(await runInProcess(discard, '--reason', 'the mailbox is gone')).toEqual([0, 'send-verification: discarded']);
    expect((await runInProcess(discard, '--reason', 'once more'))[1]).toContain('nothing was changed');
    expect((await runInProcess(`events show ${id} `))[1]).toContain('discarded by operator: the mailbox is gone');
  });

  it('escapes control characters in untrusted text', async () => {
    await aBuyer(shop);
    await shop.settles();
    const id = await createDeadLetter();
    const evil = '550 \u001b[2J\u009b31m\r\n\u202eno\tbox\u007f';
    await shop.sql.rows('update deliveries set last_error = $2 where event_id = $1', [id, evil]);
    const escaped = '550 �[2J�31m���no�box�';
    const hasControls = (lines: string) => /[\p{Cc}\p{Cf}]/u.test(lines.replaceAll('\n', ''));

    const [, listed] = await runInProcess('events list --state dead');
    expect([listed, hasControls(listed)]).toEqual([
      expect.stringContaining(`dead send-verification: ${escaped}\n`),
      false,
    ]);
    const [, json] = await runInProcess('events list --state dead --json');
    expect(hasControls(json)).toBe(false);
    expect(JSON.parse(json).events[0].deliveries).toContainEqual(expect.objectContaining({ lastError: evil }));
    await shop.workers.get(CommandBus).execute(new DiscardJob(id, 'send-verification', null, evil));
    const [, shown] = await runInProcess(`events show ${id}`);
    expect(shown).toContain(`discarded by operator: ${escaped}`);
    expect([shown, hasControls(shown)]).toEqual([expect.stringContaining(`error     ${escaped}\n`), false]);
    expect(hasControls((await runInProcess(`events show ${id} --json`))[1])).toBe(false);
  });

  it('completes a purchase whose webhook was lost, and prints a summary', async () => {
    const patternId = await aPattern().in(shop);
    await shop.settles();
    shop.stripe.control.dropWebhooks();
    const { body } = await startPayment(shop, buyer, patternId);
    await confirmCard(shop, body.data.client_secret);
    const { code, out } = await ops('reconcile');
    expect(out).toMatch(
      /^Pending payments: 1; now 1 paid\nRefunds.*: 0\nStripe events.*: \d+\nPurchases.*: 0\nPayments.*: 0\n.*: \d+\n$/,
    );
    expect(code).toBe(0);
    expect((await operatorActions()).at(-1)).toMatchObject({
      action: 'operations.reconciled',
      details: { pending: 1 },
    });
    await shop.settles();
    expect((await accessOf(shop, buyer, body.data.purchase_id)).canDownload).toBe(true);
  });

  it('rebuilds a lost purchase from its payment, and lists a payment that the shop has not opened', async () => {
    const patternId = await aPattern().in(shop);
    await shop.settles();
    const { body } = await startPayment(shop, buyer, patternId);
    const { purchase_id: id, payment_intent_id: payment } = body.data;
    const foreign = await fetch(`${shop.stripe.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.config.stripe.secretKey}` },
      body: new URLSearchParams({ amount: '500', currency: 'eur', 'automatic_payment_methods[enabled]': 'true' }),
    });
    const { client_secret: secret, id: foreignPayment } = (await foreign.json()) as Record<string, string>;
    await Promise.all([confirmCard(shop, body.data.client_secret), confirmCard(shop, secret!)]);
    await shop.sql.rows('delete from purchases where id = $1', [id]);

    const [code, output] = await runInProcess('reconcile --since 1h');
    expect(output).toMatch(
      new RegExp(`Purchases rebuilt from their payments: 1\n  PP-\\d{4}-\\d{6} \\(${payment}\\)\n`),
    );
    expect(output).toMatch(
      new RegExp(
        `Payments without a purchase, to be checked by an operator: 1\n  ${foreignPayment}: was not opened by this shop`,
      ),
    );
    expect([code, (await operatorActions()).at(-1)]).toMatchObject([0, { details: { rebuilt: 1, left: 1 } }]);
    await shop.settles();
    expect((await accessOf(shop, buyer, id)).canDownload).toBe(true);
  });

  it('rebuilds a purchase of a lost account as a guest purchase with --as-guest, and records the action', async () => {
    const patternId = await aPattern().in(shop);
    const lostBuyer = await aBuyer(shop);
    await shop.settles();
    const { body } = await startPayment(shop, lostBuyer, patternId);
    const { purchase_id: purchaseId, payment_intent_id: paymentId } = body.data;
    await confirmCard(shop, body.data.client_secret);
    await shop.owner.ownTransaction(async (client) => {
      // The test deletes rows to simulate their loss, so it turns off the triggers that prevent the deletion.
      await client.query('set local session_replication_role = replica');
      await client.query('delete from purchases where id = $1', [purchaseId]);
      await client.query('delete from users where id = $1', [lostBuyer.id]);
    });
    expect((await runInProcess(`reconcile --as-guest ${paymentId}`))[1]).toContain(`(${paymentId})\n`);
    const reconciled = { action: 'operations.reconciled', details: expect.objectContaining({ asGuests: paymentId }) };
    const rebuilt = { purchaseId, paymentId, accountLost: true, asGuest: true };
    expect((await operatorActions()).slice(-2)).toEqual([
      { action: 'purchases.rebuilt', details: rebuilt },
      reconciled,
    ]);
    await shop.settles();
  });

  it('records `tidy` as an action of an operator, and a verb with --scheduled as an action of a schedule', async () => {
    expect(await runInProcess('tidy')).toEqual([0, '0 events deleted']);
    expect((await operatorActions()).at(-1)).toEqual({ action: 'operations.outbox-tidied', details: { deleted: 0 } });
    const byOperators = (await operatorActions()).length;
    for (const verb of ['tidy', 'reconcile']) expect((await runInProcess(`${verb} --scheduled`))[0]).toBe(0);
    expect(await operatorActions()).toHaveLength(byOperators);
    const scheduled = `select action from audit_entries where not by_operator and action like 'operations.%' order by id`;
    expect(await shop.sql.rows(scheduled)).toEqual([
      { action: 'operations.outbox-tidied' },
      { action: 'operations.reconciled' },
    ]);
  });

  it('runs in the directory in which the operator has called npm', () => {
    const [project, caller] = [join(directory, 'project'), join(directory, 'caller')];
    for (const folder of [join(project, 'dist/programs'), caller]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(project, 'package.json'), '{}');
    writeFileSync(join(project, 'dist/programs/ops.js'), 'console.log(process.cwd(), ...process.argv.slice(2))');
    const env = { PATH: process.env.PATH, DATABASE_URL: shop.env.DATABASE_URL, INIT_CWD: caller };
    const options = { cwd: project, env, encoding: 'utf8' } as const;
    const output = execFileSync(
      process.execPath,
      [join(ROOT, 'tools/ops.ts'), 'rotate-keys', '--out', 'key.yaml'],
      options,
    );
    expect(output).toBe(`${realpathSync(caller)} rotate-keys --out key.yaml\n`);
  });

  it('creates a signing key that the API accepts, in a file that only the owner of the file can read', async () => {
    const file = join(directory, 'key.yaml');
    const { code, out } = await ops('rotate-keys --key-id k2 --out', file);
    expect([code, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
    expect(out).not.toContain('PRIVATE');
    const text = readFileSync(file, 'utf8');
    const value = (name: string) => JSON.parse(new RegExp(`${name}: (".*")`).exec(text)![1]!) as string;
    const key = /JWT_PRIVATE_KEY: \|\n((?: {4}.*\n)+)/.exec(text)![1]!.replaceAll('    ', '');
    const { jwt } = loadConfig({
      needs: ['sessions'],
      env: {
        ...shop.env,
        JWT_PRIVATE_KEY: key,
        JWT_KEY_ID: value('JWT_KEY_ID'),
        JWT_PREVIOUS_PUBLIC_KEYS: value('JWT_PREVIOUS_PUBLIC_KEYS'),
      },
    });
    const { keyId, publicKeys } = shop.config.jwt;
    expect(jwt.publicKeys).toEqual({
      k2: createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'pem' }),
      [keyId]: publicKeys[keyId],
    });
    await expect(runInProcess('rotate-keys --out', file)).rejects.toThrow('exists already');
    expect((await operatorActions()).at(-1)).toEqual({
      action: 'operations.signing-key-made',
      details: { keyId: 'k2', replaces: keyId },
    });
  });
});
