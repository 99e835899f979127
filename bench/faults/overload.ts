import { setTimeout as pause } from 'node:timers/promises';
import { cpuTime } from '../cpu-time.ts';
import { sendSearchLoad } from './load.ts';
import type { FaultShop } from './shop.ts';
import type { Figure } from './figure.ts';

const PEAK = { seconds: 6, atOnce: 40, perSecond: 0 };
const OVERLOAD_SECONDS = 10;
const OVERLOAD_FACTOR = 3;
/**
 * The API has recovered when each of this many consecutive probes takes at most 50 ms or twice the usual p99, whichever is
 * longer.
 */
const PROBES = 20;
const RECOVERY_TIMEOUT_MS = 20_000;

const percentile = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN;

/** Measures the peak rate, sends three times that rate, and then measures how fast the API recovers. */
export async function measureOverload(shop: FaultShop, note: (text: string) => void): Promise<Figure[]> {
  const { url } = shop;
  const withCpuTime = async <T extends { served: number }>(work: Promise<T>) => {
    const before = cpuTime(shop.api.pid);
    const report = await work;
    return { ...report, perCpuSecond: (report.served * 1_000) / (cpuTime(shop.api.pid) - before) };
  };
  await sendSearchLoad({ url, run: 'warmup', ...PEAK, seconds: 3 });
  const peak = await withCpuTime(sendSearchLoad({ url, run: 'peak', ...PEAK }));
  const perSecond = Math.round(OVERLOAD_FACTOR * peak.perSecond);
  const p99 = percentile(peak.servedMs, 0.99).toFixed(0);
  note(`peak ${peak.perSecond.toFixed(0)}/s, p99 ${p99} ms; now sending ${perSecond}/s`);
  const usualTimes = await sendProbes(url, PROBES);
  const overload = await withCpuTime(
    sendSearchLoad({ url, run: 'overload', seconds: OVERLOAD_SECONDS, atOnce: 0, perSecond }),
  );
  const recovery = await measureRecovery(url, Math.max(50, 2 * percentile(usualTimes, 0.99)));
  const after = await sendSearchLoad({ url, run: 'after', ...PEAK });
  const best = Math.max(peak.perSecond, after.perSecond);
  const failed = Object.entries(overload.failures).map(([kind, count]) => `${count} × ${kind}`);
  const refused = overload.refusedMs;
  return [
    {
      what: 'peak before and after the overload',
      figure: `${peak.perSecond.toFixed(0)} and ${after.perSecond.toFixed(0)} /s`,
    },
    {
      what: `served at ${perSecond} /s`,
      figure: `${overload.perSecond.toFixed(0)} /s, ${((100 * overload.perSecond) / best).toFixed(0)} %`,
      target: '≥ 80 % of the higher peak',
      reached: overload.perSecond >= 0.8 * best,
    },
    {
      what: 'served per CPU second of the API, as a share of the same figure at the peak',
      figure: `${((100 * overload.perCpuSecond) / peak.perCpuSecond).toFixed(0)} %`,
    },
    {
      what: 'served, p50 and p99',
      figure: `${percentile(overload.servedMs, 0.5).toFixed(0)} and ${percentile(overload.servedMs, 0.99).toFixed(0)} ms`,
    },
    {
      what: `${refused.length} refused, p50 and p99`,
      figure: `${percentile(refused, 0.5).toFixed(0)} and ${percentile(refused, 0.99).toFixed(0)} ms`,
      target: 'p99 ≤ 50 ms, with Retry-After',
      reached: refused.length > 0 && percentile(refused, 0.99) <= 50,
    },
    {
      what: 'neither served nor refused',
      figure: failed.length > 0 ? failed.join(', ') : '0',
      target: '0',
      reached: failed.length === 0,
    },
    {
      what: 'time until probes take at most 50 ms or twice the usual p99, whichever is longer',
      figure: `${(recovery / 1_000).toFixed(1)} s`,
      target: '≤ 5 s',
      reached: recovery <= 5_000,
    },
  ];
}

let probeCount = 0;
/** @returns the milliseconds of each probe; infinite for a response with an error status */
async function sendProbes(url: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const began = performance.now();
    const response = await fetch(`${url}/api/patterns?search=probe${(probeCount += 1)}`);
    await response.text();
    times.push(response.ok ? performance.now() - began : Number.POSITIVE_INFINITY);
    await pause(10);
  }
  return times;
}

/** @returns the milliseconds until PROBES consecutive probes begin that each take at most `fastMs`; gives up after 20 s */
async function measureRecovery(url: string, fastMs: number): Promise<number> {
  const began = performance.now();
  let recoveredAt = began;
  for (let fastProbes = 0; fastProbes < PROBES; fastProbes += 1) {
    const [duration] = await sendProbes(url, 1);
    if (duration! <= fastMs) continue;
    fastProbes = -1;
    recoveredAt = performance.now();
    if (recoveredAt - began > RECOVERY_TIMEOUT_MS) break;
  }
  return recoveredAt - began;
}
