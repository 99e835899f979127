import { type Sample, samplesOf, valueOf } from './samples.js';

export type Moved = Awaited<ReturnType<typeof moved>>;

/** @returns how far a series moved meanwhile; one that was not there before moved from 0 */
export async function moved(port: number, doing: () => Promise<unknown>) {
  const before = await samplesOf(port);
  await doing();
  const after = await samplesOf(port);
  return (name: string, labels: Record<string, string> = {}): number => {
    const was = before.some((sample) => sample.name === name && isOf(sample, labels))
      ? valueOf(before, name, labels)
      : 0;
    return valueOf(after, name, labels) - was;
  };
}

const isOf = (sample: Sample, labels: Record<string, string>) =>
  Object.entries(labels).every(([label, text]) => sample.labels[label] === text);

/** @param expected by `METHOD route status` */
export function expectAnswers(by: Moved, expected: Record<string, number>): void {
  const counted = Object.keys(expected).map((line) => {
    const [method, route, status] = line.split(' ') as [string, string, string];
    return [line, by('http_request_duration_seconds_count', { method, route, status })];
  });
  expect(Object.fromEntries(counted)).toEqual(expected);
}

/** @param expected by `name label=value label=value` */
export function expectMoves(by: Moved, expected: Record<string, number>): void {
  const counted = Object.keys(expected).map((line) => {
    const [name, ...labels] = line.split(' ') as [string, ...string[]];
    return [line, by(name, Object.fromEntries(labels.map((label) => label.split('='))))];
  });
  expect(Object.fromEntries(counted)).toEqual(expected);
}
