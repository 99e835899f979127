import { setTimeout as pause } from 'node:timers/promises';
import { cpuTime } from '../cpu-time.ts';
import { sendCrowd } from './load.ts';
import type { FaultShop } from './shop.ts';
import type { Figure } from './figure.ts';

const PEAK = { seconds: 6, atOnce: 40, perSecond: 0 };
const OVERLOAD_SECONDS = 10;
const TIMES = 3;
/** Consecutive probes that must be as fast as before the overload. */
const PROBES = 20;
const RECOVERY_TIMEOUT_MS = 20_000;

const at = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN;

/** Measures the peak rate, then sends three times that rate. */
export async function measureOverload(shop: FaultShop, note: (text: string) => void): Promise<Figure[]> {
  const { url } = shop;
  const cpuOf = async <T extends { served: number }>(work: Promise<T>) => {
    const before = cpuTime(shop.api.pid);
    const report = await work;
    return { ...report, perCpuSecond: (report.served * 1_000) / (cpuTime(shop.api.pid) - before) };
  };
  await sendCrowd({ url, run: 'w', ...PEAK, seconds: 3 });
  const peak = await cpuOf(sendCrowd({ url, run: 'p', ...PEAK }));
  const perSecond = Math.round(TIMES * peak.perSecond);
  note(`peak ${peak.perSecond.toFixed(0)}/s, p99 ${at(peak.servedMs, 0.99).toFixed(0)} ms; now ${perSecond}/s`);
  const probed = await probes(url, PROBES);
  const crowd = await cpuOf(sendCrowd({ url, run: 'o', seconds: OVERLOAD_SECONDS, atOnce: 0, perSecond }));
  const recovery = await recovered(url, Math.max(50, 2 * at(probed, 0.99)));
  const after = await sendCrowd({ url, run: 'a', ...PEAK });
  const best = Math.max(peak.perSecond, after.perSecond);
  const failed = Object.entries(crowd.failures).map(([kind, count]) => `${count} × ${kind}`);
  const refused = crowd.refusedMs;
  return [
    { what: 'peak before and after', figure: `${peak.perSecond.toFixed(0)} and ${after.perSecond.toFixed(0)} /s` },
    {
      what: `served at ${perSecond} /s`,
      figure: `${crowd.perSecond.toFixed(0)} /s, ${((100 * crowd.perSecond) / best).toFixed(0)} %`,
      target: '≥ 80 % of the peak',
      reached: crowd.perSecond >= 0.8 * best,
    },
    {
      what: 'the same per second of CPU of the API',
      figure: `${((100 * crowd.perCpuSecond) / peak.perCpuSecond).toFixed(0)} %`,
    },
    {
      what: 'served, p50 and p99',
      figure: `${at(crowd.servedMs, 0.5).toFixed(0)} and ${at(crowd.servedMs, 0.99).toFixed(0)} ms`,
    },
    {
      what: `refused, ${refused.length}, p50 and p99`,
      figure: `${at(refused, 0.5).toFixed(0)} and ${at(refused, 0.99).toFixed(0)} ms`,
      target: '≤ 50 ms, with Retry-After',
      reached: refused.length > 0 && at(refused, 0.99) <= 50,
    },
    {
      what: 'neither served nor refused',
      figure: failed.length > 0 ? failed.join(', ') : '0',
      target: '0',
      reached: failed.length === 0,
    },
    {
      what: 'as fast as before, after',
      figure: `${(recovery / 1_000).toFixed(1)} s`,
      target: '≤ 5 s',
      reached: recovery <= 5_000,
    },
  ];
}

let probe = 0;
async function probes(url: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const began = performance.now();
    const response = await fetch(`${url}/api/patterns?search=probe${(probe += 1)}`);
    await response.text();
    times.push(response.ok ? performance.now() - began : Number.POSITIVE_INFINITY);
    await pause(10);
  }
  return times;
}

/** @returns the milliseconds until the first of PROBES consecutive fast probes */
async function recovered(url: string, quickMs: number): Promise<number> {
  const began = performance.now();
  let since = began;
  for (let inARow = 0; inARow < PROBES; inARow += 1) {
    const [took] = await probes(url, 1);
    if (took! <= quickMs) continue;
    inARow = -1;
    since = performance.now();
    if (since - began > RECOVERY_TIMEOUT_MS) break;
  }
  return since - began;
}
