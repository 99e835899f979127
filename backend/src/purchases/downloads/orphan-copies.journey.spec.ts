import { MikroORM, RequestContext } from '@mikro-orm/core';
import { Files } from '#backend/platform/storage/files.js';
import { opsProgram } from '#workers/operations/program.js';
import type { OpsContext } from '#workers/operations/verb.js';
import { OrphanCopies } from '#workers/purchases/orphan-copies.js';
import { PersonaliseCopy } from '#workers/purchases/personalise-copy.js';
import { SweepCopiesJob } from '#workers/purchases/sweep-copies.js';
import { schedules } from '#workers/reactions.js';
import { aBuyer, aPattern } from '../../../test/support/builders.js';
import { openShop, type OpenShop } from '../../../test/support/open-shop.js';
import { buy, delivered } from '../../../test/support/pay.js';

const NO_PURCHASE = '019aa000-0000-7000-8000-000000000000';
const PDF = 'application/pdf';

let shop: OpenShop;
let orphans: OrphanCopies;
let purchaseId: string;

beforeAll(async () => {
  shop = await openShop({ workers: true });
  orphans = shop.workers.get(OrphanCopies, { strict: false });
  const patternId = await aPattern().in(shop);
  await shop.settles();
  const buyer = await aBuyer(shop);
  purchaseId = await buy(shop, buyer, patternId);
  await delivered(shop, buyer, purchaseId);
  await shop.settles();
});
afterAll(() => shop?.close());

const put = (key: string) => shop.files.put(key, Buffer.from('%PDF-'), PDF);
const exists = async (key: string) => (await shop.files.head(key)) !== null;
const listKeys = async () => {
  const keys: string[] = [];
  for await (const page of shop.files.list('')) keys.push(...page.map(({ key }) => key));
  return keys.toSorted();
};

describe('stored object without a copy', () => {
  it('is deleted by the sweep, which keeps all other objects', async () => {
    const before = await listKeys();
    expect(before.some((key) => key.startsWith(`copies/${purchaseId}/`))).toBe(true);
    const others = [
      'masters/x.pdf',
      'media/x.webp',
      `invoices/${NO_PURCHASE}.pdf`,
      'exports/x.zip',
      'copies/readme.txt',
    ];
    const kept = [...before, ...others].toSorted();
    const orphanKeys = [`copies/${NO_PURCHASE}/a.pdf`, `copies/${purchaseId}/b.pdf`];
    for (const key of [...others, ...orphanKeys]) await put(key);

    // A dry run deletes nothing.
    expect(await orphans.removeAll(true, undefined, 0)).toBe(2);
    expect(await listKeys()).toHaveLength(kept.length + 2);
    expect(await orphans.removeAll(false, undefined, 0)).toBe(2);
    expect(await listKeys()).toEqual(kept);
  });

  it('is kept while it is younger than a day, because a job can still record its copy', async () => {
    const key = `copies/${NO_PURCHASE}/young.pdf`;
    await put(key);
    expect(await orphans.removeAll(false)).toBe(0);
    expect(await exists(key)).toBe(true);
    await shop.files.remove(key);
  });

  it('is kept while a copy of its purchase is in state marking', async () => {
    const key = `copies/${purchaseId}/being-written.pdf`;
    await put(key);
    await shop.sql.rows(
      `update copies set state = 'marking', object_key = null, bytes = null, tail_sha256 = null, forensic_id = null, ready_at = null
       where purchase_id = $1`,
      [purchaseId],
    );
    expect(await orphans.removeAll(false, undefined, 0)).toBe(0);
    expect(await exists(key)).toBe(true);
  });

  it('is searched for by a daily job and by the command `ops copies sweep`', async () => {
    const removeAll = jest.spyOn(orphans, 'removeAll').mockResolvedValue(3);
    const removeFrom = jest.spyOn(orphans, 'removeFrom').mockResolvedValue(3);
    try {
      expect(schedules).toContainEqual(expect.objectContaining({ job: SweepCopiesJob, everyMs: 86_400_000 }));
      const { signal } = new AbortController();
      await shop.workers.get(SweepCopiesJob, { strict: false }).run({}, { executionId: 'sweep-copies', signal });
      expect(removeFrom.mock.calls).toEqual([[null, expect.any(Function), signal]]);

      let printed = '';
      const context = { app: shop.workers, print: (line: string) => (printed = line) } as unknown as OpsContext;
      const program = opsProgram(async (_, work) => void (await work(context)));
      await program.parseAsync(['copies', 'sweep', '--dry-run'], { from: 'user' });
      expect([removeAll.mock.lastCall, printed]).toEqual([[true], '3 copies would be removed']);
    } finally {
      removeAll.mockRestore();
      removeFrom.mockRestore();
    }
  });

  it('is deleted by the retry of the job that stored it if the purchase was refunded before the retry', async () => {
    const key = `copies/${purchaseId}/stored-and-not-recorded.pdf`;
    await put(key);
    await shop.sql.rows(`update purchases set status = 'refunded', refunded_at = now() where id = $1`, [purchaseId]);
    const job = shop.workers.get(PersonaliseCopy, { strict: false });
    const context = { executionId: 'a-retry', signal: new AbortController().signal };
    await RequestContext.create(shop.workers.get(MikroORM).em, () => job.run({ purchaseId }, context));
    expect(await exists(key)).toBe(false);
  });
});

describe('daily sweep that times out', () => {
  it('continues in the next run, and starts from the beginning in the run after that', async () => {
    const sweep = shop.workers.get(SweepCopiesJob, { strict: false });
    const run = () => sweep.run({}, { executionId: 'sweep-copies', signal: new AbortController().signal }, 0);
    const readPosition = async () =>
      (await shop.sql.row(`select position from schedule_runs where job = 'sweep-copies'`))!;
    const list = jest.spyOn(shop.workers.get(Files, { strict: false }), 'list');
    await shop.sql.rows(`delete from schedule_runs where job = 'sweep-copies'`);
    const keys = (await listKeys()).filter((key) => key.startsWith('copies/'));
    expect(keys.length).toBeGreaterThan(0);
    await run();
    expect(await readPosition()).toEqual({ position: keys.at(-1) });
    await run();
    expect(await readPosition()).toEqual({ position: null });
    await run();
    expect(list.mock.calls).toEqual([
      ['copies/', undefined],
      ['copies/', keys.at(-1)],
      ['copies/', undefined],
    ]);
  });
});
