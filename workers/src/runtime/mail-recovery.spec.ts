import { MailOutage } from '../mail/mail-outage.js';
import type { JobLedger } from './job-ledger.js';
import { MailRecovery } from './mail-recovery.js';
import type { Publisher } from './publisher.js';

const QUARTER_MINUTE = 15_000;

/** A recovery with waiting receipts, oldest first. @returns its outage, and the ids of the retried receipts */
function recover(...receipts: string[]) {
  const retried: string[] = [];
  const outage = new MailOutage();
  const waiting = receipts.map((eventId) => ({ eventId, reaction: 'send-receipt', payload: {}, traceParent: null }));
  const recovery = new MailRecovery(
    outage,
    { failing: () => Promise.resolve(waiting) } as unknown as JobLedger,
    { retryNow: (_: unknown, { eventId }: { eventId: string }) => void retried.push(eventId) } as unknown as Publisher,
  );
  recovery.onModuleInit();
  return { outage, retried, close: () => recovery.onModuleDestroy() };
}

let recovery: ReturnType<typeof recover>;
beforeEach(() => {
  jest.useFakeTimers();
  recovery = recover('a', 'b', 'c');
});
afterEach(() => {
  recovery.close();
  jest.useRealTimers();
});

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('during an outage of the mail server', () => {
  it('tries one waiting mail after the other', async () => {
    recovery.outage.failed();
    await pass(5 * QUARTER_MINUTE);
    expect(recovery.retried).toEqual(['a', 'b', 'c', 'a', 'b']);
  });

  it('starts after three different refused recipients in a row, not after one that is refused three times', async () => {
    for (let tries = 0; tries < 3; tries++) recovery.outage.refusedFor('anne@mail.example');
    recovery.outage.refusedFor('bea@mail.example');
    await pass(QUARTER_MINUTE);
    expect(recovery.retried).toEqual([]);
    recovery.outage.refusedFor('cleo@mail.example');
    await pass(QUARTER_MINUTE);
    expect(recovery.retried).toEqual(['a']);
  });

  it('does not count refused recipients between accepted mails', async () => {
    for (const name of ['anne', 'bea', 'cleo', 'dora']) {
      recovery.outage.refusedFor(`${name}@mail.example`);
      recovery.outage.succeeded();
    }
    await pass(QUARTER_MINUTE);
    expect(recovery.retried).toEqual([]);
  });
});

describe('the end of an outage', () => {
  it('retries every waiting mail, also those tried during the outage', async () => {
    recovery.outage.failed();
    await pass(QUARTER_MINUTE);
    recovery.outage.succeeded();
    await pass(0);
    expect(recovery.retried).toEqual(['a', 'a', 'b', 'c']);
  });

  it('keeps the backoff of a mail for five minutes after it was retried', async () => {
    for (let outages = 0; outages < 10; outages++) {
      recovery.outage.failed();
      recovery.outage.succeeded();
      await pass(1_000);
    }
    expect(recovery.retried).toEqual(['a', 'b', 'c']);
    await pass(300_000);
    recovery.outage.failed();
    recovery.outage.succeeded();
    await pass(0);
    expect(recovery.retried).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });
});
