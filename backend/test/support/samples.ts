export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** @returns the parsed samples of /metrics. @throws {Error} for a line that Prometheus could not parse */
export async function samplesOf(port: number): Promise<Sample[]> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (response.status !== 200) throw new Error(`/metrics returned ${response.status}`);
  return (await response.text())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(parseSample);
}

function parseSample(line: string): Sample {
  const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (!name || (Number.isNaN(Number(value)) && value !== 'Nan')) throw new Error(`not a sample: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label!, text!]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}

/** @returns the sum of all series with this name and these labels. @throws {Error} when there is no such series */
export function valueOf(samples: Sample[], name: string, labels: Record<string, string> = {}): number {
  const found = samples.filter((sample) => matches(sample, name, labels));
  if (found.length === 0) throw new Error(`no series ${name} ${JSON.stringify(labels)}`);
  return found.reduce((sum, { value }) => sum + value, 0);
}

const matches = (sample: Sample, name: string, labels: Record<string, string>) =>
  sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text);
