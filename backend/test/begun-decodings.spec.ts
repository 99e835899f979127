import { JobLedger } from '#workers/runtime/job-ledger.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { aDraft, aSeller, uploadFile, uploadPicture } from './support/sell.js';

let shop: OpenShop;

beforeAll(async () => {
  shop = await openShop({ workers: true });
});
afterAll(() => shop?.close());

it('a killed worker counts against a file only if the worker had begun to decode it', async () => {
  const ledger = shop.workers.get(JobLedger, { strict: false });
  const event = (await shop.sql.row<{ id: string }>(
    `insert into outbox_events (id, type, payload, occurred_at, relayed_at)
     values (gen_random_uuid(), 'catalogue.master-uploaded', '{}', now(), now()) returning id`,
  ))!.id;
  await shop.sql.rows(`insert into deliveries (event_id, reaction) values ($1, 'prepare-master')`, [event]);
  const counted = async () => (await ledger.start(event, 'prepare-master'))!.decodings;
  expect([await counted(), await counted(), await counted()]).toEqual([0, 0, 0]);
  await ledger.recordDecoding(event, 'prepare-master', 0);
  // Simulates a second process that repeats the attempt after the first process was killed.
  await ledger.recordDecoding(event, 'prepare-master', 0);
  expect(await counted()).toBe(1);
  await ledger.recordFailure(event, 'prepare-master', 'the storage does not respond');
  expect(await counted()).toBe(0);
  await shop.sql.rows(`update deliveries set dead_at = now() where event_id = $1`, [event]);
});

it('the decoding of a file or a picture is counted when it begins', async () => {
  const seller = await aSeller(shop);
  const draft = await aDraft(shop, seller);
  await uploadFile(shop, seller, draft);
  await uploadPicture(shop, seller, draft);
  await shop.settles();
  const counted = await shop.sql.rows(
    `select reaction, decodings from deliveries where reaction in ('prepare-master', 'prepare-picture')
     and done_at is not null order by reaction`,
  );
  expect(counted).toEqual([
    { reaction: 'prepare-master', decodings: 1 },
    { reaction: 'prepare-picture', decodings: 1 },
  ]);
});
