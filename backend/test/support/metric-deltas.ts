import { type Sample, samplesOf, valueOf } from './samples.js';

export type MetricDeltas = Awaited<ReturnType<typeof metricDeltas>>;

/** @returns a function that returns how much a series has increased during `action`; a new series starts at 0 */
export async function metricDeltas(port: number, action: () => Promise<unknown>) {
  const before = await samplesOf(port);
  await action();
  const after = await samplesOf(port);
  return (name: string, labels: Record<string, string> = {}): number => {
    const valueBefore = before.some((sample) => sample.name === name && hasLabels(sample, labels))
      ? valueOf(before, name, labels)
      : 0;
    return valueOf(after, name, labels) - valueBefore;
  };
}

const hasLabels = (sample: Sample, labels: Record<string, string>) =>
  Object.entries(labels).every(([label, text]) => sample.labels[label] === text);

/** Expects these numbers of responses. @param expected the numbers by `METHOD route status` */
export function expectResponses(delta: MetricDeltas, expected: Record<string, number>): void {
  const counted = Object.keys(expected).map((line) => {
    const [method, route, status] = line.split(' ') as [string, string, string];
    return [line, delta('http_request_duration_seconds_count', { method, route, status })];
  });
  expect(Object.fromEntries(counted)).toEqual(expected);
}

/** Expects these increases of series. @param expected the increases by `name label=value label=value` */
export function expectDeltas(delta: MetricDeltas, expected: Record<string, number>): void {
  const counted = Object.keys(expected).map((line) => {
    const [name, ...labels] = line.split(' ') as [string, ...string[]];
    return [line, delta(name, Object.fromEntries(labels.map((label) => label.split('='))))];
  });
  expect(Object.fromEntries(counted)).toEqual(expected);
}
