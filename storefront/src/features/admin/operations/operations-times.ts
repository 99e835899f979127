import type { Language } from '../../../api/types';
import { locale } from '../../../lib/format';

/** The name of a unit, the shortest duration shown in this unit, and the length of the unit (both in seconds). */
const units = [
  ['day', 172_800, 86_400],
  ['hour', 7_200, 3_600],
  ['minute', 120, 60],
  ['second', 0, 1],
] as const;

/** A duration, rounded down: 95 s, 12 min, 5 h, 3 days. */
export function formatAge(seconds: number, language: Language): string {
  const [unit, , size] = units.find(([, from]) => seconds >= from) ?? units[3];
  const unitDisplay = unit === 'day' ? 'long' : 'short';
  return new Intl.NumberFormat(locale[language], { style: 'unit', unit, unitDisplay }).format(
    Math.floor(Math.max(0, seconds) / size),
  );
}

/** Date and time to the second, so that they can be compared with logs. */
export function formatExactly(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));
}

export function formatClock(moment: string | number, language: Language): string {
  return new Intl.DateTimeFormat(locale[language], { timeStyle: 'medium' }).format(new Date(moment));
}
