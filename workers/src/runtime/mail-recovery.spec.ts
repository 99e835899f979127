import { MailOutage } from '../mail/mail-outage.js';
import type { JobLedger } from './job-ledger.js';
import { MailRecovery } from './mail-recovery.js';
import type { Publisher } from './publisher.js';

const QUARTER_MINUTE = 15_000;

/** A recovery with these receipts waiting, oldest first. @returns the outage that it hears of, and what it started */
function recover(...receipts: string[]) {
  const started: string[] = [];
  const outage = new MailOutage();
  const waiting = receipts.map((eventId) => ({ eventId, reaction: 'send-receipt', payload: {}, traceParent: null }));
  const recovery = new MailRecovery(
    outage,
    { failing: () => Promise.resolve(waiting) } as unknown as JobLedger,
    { hurry: (_: unknown, { eventId }: { eventId: string }) => void started.push(eventId) } as unknown as Publisher,
  );
  recovery.onModuleInit();
  return { outage, started, close: () => recovery.onModuleDestroy() };
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

describe('while the mail server takes nothing', () => {
  it('one waiting mail after the other is tried, so that no recipient hides the end', async () => {
    recovery.outage.failed();
    await pass(5 * QUARTER_MINUTE);
    expect(recovery.started).toEqual(['a', 'b', 'c', 'a', 'b']);
  });

  it('three recipients in a row that are turned away count, and one that is turned away three times does not', async () => {
    for (let tries = 0; tries < 3; tries++) recovery.outage.turnedAwayFor('anne@mail.example');
    recovery.outage.turnedAwayFor('bea@mail.example');
    await pass(QUARTER_MINUTE);
    expect(recovery.started).toEqual([]);
    recovery.outage.turnedAwayFor('cleo@mail.example');
    await pass(QUARTER_MINUTE);
    expect(recovery.started).toEqual(['a']);
  });

  it('recipients that are turned away between mails that are taken do not count', async () => {
    for (const name of ['anne', 'bea', 'cleo', 'dora']) {
      recovery.outage.turnedAwayFor(`${name}@mail.example`);
      recovery.outage.succeeded();
    }
    await pass(QUARTER_MINUTE);
    expect(recovery.started).toEqual([]);
  });
});

describe('when an outage ends', () => {
  it('each waiting mail is started, also those that were tried during it', async () => {
    recovery.outage.failed();
    await pass(QUARTER_MINUTE);
    recovery.outage.succeeded();
    await pass(0);
    expect(recovery.started).toEqual(['a', 'a', 'b', 'c']);
  });

  it('a mail that failed again after it was started keeps its own pause for five minutes', async () => {
    for (let outages = 0; outages < 10; outages++) {
      recovery.outage.failed();
      recovery.outage.succeeded();
      await pass(1_000);
    }
    expect(recovery.started).toEqual(['a', 'b', 'c']);
    await pass(300_000);
    recovery.outage.failed();
    recovery.outage.succeeded();
    await pass(0);
    expect(recovery.started).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });
});
