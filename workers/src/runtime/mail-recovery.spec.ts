import { MailOutage } from '../mail/mail-outage.js';
import type { JobLedger } from './job-ledger.js';
import { MailRecovery } from './mail-recovery.js';
import type { Publisher } from './publisher.js';

const PROBE_MS = 15_000;

/**
 * Creates a MailRecovery.
 * @param receipts the event ids of the receipts that wait for a retry, oldest first
 * @returns the MailOutage that drives the MailRecovery, and the event ids of the receipts that the MailRecovery has retried
 */
function createRecovery(...receipts: string[]) {
  const retried: string[] = [];
  const outage = new MailOutage();
  const waitingReceipts = receipts.map((eventId) => ({
    eventId,
    reaction: 'send-receipt',
    payload: {},
    traceParent: null,
  }));
  const recovery = new MailRecovery(
    outage,
    { listFailing: () => Promise.resolve(waitingReceipts) } as unknown as JobLedger,
    { retryNow: (_: unknown, { eventId }: { eventId: string }) => void retried.push(eventId) } as unknown as Publisher,
  );
  recovery.onModuleInit();
  return { outage, retried, close: () => recovery.onModuleDestroy() };
}

let recovery: ReturnType<typeof createRecovery>;
beforeEach(() => {
  jest.useFakeTimers();
  recovery = createRecovery('a', 'b', 'c');
});
afterEach(() => {
  recovery.close();
  jest.useRealTimers();
});

const advanceTime = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('MailRecovery', () => {
  it('retries a different waiting mail every 15 s during an outage of the mail server', async () => {
    recovery.outage.failed();
    await advanceTime(5 * PROBE_MS);
    expect(recovery.retried).toEqual(['a', 'b', 'c', 'a', 'b']);
  });

  it('retries a waiting mail after three different recipients were refused, which counts as an outage', async () => {
    for (let tries = 0; tries < 3; tries++) recovery.outage.refusedFor('anne@mail.example');
    recovery.outage.refusedFor('bea@mail.example');
    await advanceTime(PROBE_MS);
    expect(recovery.retried).toEqual([]);
    recovery.outage.refusedFor('cleo@mail.example');
    await advanceTime(PROBE_MS);
    expect(recovery.retried).toEqual(['a']);
  });

  it('retries nothing when an accepted mail follows each refused recipient', async () => {
    for (const name of ['anne', 'bea', 'cleo', 'dora']) {
      recovery.outage.refusedFor(`${name}@mail.example`);
      recovery.outage.succeeded();
    }
    await advanceTime(PROBE_MS);
    expect(recovery.retried).toEqual([]);
  });
});

describe('the end of an outage', () => {
  it('leads to a retry of every waiting mail, including those that were retried during the outage', async () => {
    recovery.outage.failed();
    await advanceTime(PROBE_MS);
    recovery.outage.succeeded();
    await advanceTime(0);
    expect(recovery.retried).toEqual(['a', 'a', 'b', 'c']);
  });

  it('leads to no retry of a mail that was retried at the end of another outage less than five minutes before', async () => {
    for (let outages = 0; outages < 10; outages++) {
      recovery.outage.failed();
      recovery.outage.succeeded();
      await advanceTime(1_000);
    }
    expect(recovery.retried).toEqual(['a', 'b', 'c']);
    await advanceTime(300_000);
    recovery.outage.failed();
    recovery.outage.succeeded();
    await advanceTime(0);
    expect(recovery.retried).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });
});
