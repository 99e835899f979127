import { aBuyer, aPattern } from './support/builders.js';
import { openShop, type OpenShop } from './support/open-shop.js';
import { buy, delivered } from './support/pay.js';
import { startProbed } from './support/probe.js';
import { compilePrograms, type Programs } from './support/programs.js';
import { until } from './support/settles.js';

let programs: Programs;
let shop: OpenShop;

beforeAll(async () => {
  [programs, shop] = await Promise.all([compilePrograms(), openShop({ mail: true, proxied: ['s3'] })]);
}, 120_000);
afterAll(async () => {
  await programs?.close();
  await shop?.close();
});

it('workers start and send mails while the storage is down, and make copies when it is back', async () => {
  const preparingWorkers = await programs.start('workers', shop.env);
  const patternId = await aPattern().in(shop);
  await shop.settles();
  await preparingWorkers.kill('SIGTERM');

  shop.proxies.s3!.cut();
  const workers = await startProbed(programs, 'workers', shop.env);
  const buyer = await aBuyer(shop);
  await until('the mail has arrived', async () =>
    (await shop.mails()).some(({ to }) => to[0]!.address === buyer.email),
  );
  await until('the outage is logged', async () => workers.log().includes('the storage is not ready'));

  shop.proxies.s3!.restore();
  await delivered(shop, buyer, await buy(shop, buyer, patternId));
  await until('the recovery is logged', async () => workers.log().includes('the storage is ready now'));
  expect(await workers.kill('SIGTERM')).toBe(0);
}, 90_000);
