import type { Deployment } from './cluster/deployment.ts';
import type { LoadReport } from './load-plan.ts';
import type { Outcome } from './outcome.ts';

export interface Figures {
  report: LoadReport;
  outcome: Outcome;
  deployments: Deployment[];
  /** Number of connections to Services, plus number of requests to the ingress, that no pod accepted. */
  refused: number;
}

const describeCounts = (counts: Record<string, number>, label: string) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${label}: ${count} × ${name}`);

/** @returns one line for each problem */
export function problemsOf({ report, outcome, deployments, refused }: Figures): string[] {
  const { purchases, failures, examples } = report;
  const ends = deployments.flatMap(({ name, ends: podEnds }) =>
    podEnds.filter((end) => end !== 'clean').map((end) => `${name}: a pod did not shut down cleanly: ${end}`),
  );
  return [
    ...describeCounts(failures, 'failed requests'),
    ...examples,
    ...describeCounts(outcome.lost, 'lost'),
    ...describeCounts(outcome.duplicate, 'duplicate'),
    ...purchases.problems.map((problem) => `purchase: ${problem}`),
    ...(purchases.downloaded < purchases.started
      ? [`${purchases.started - purchases.downloaded} purchases were not downloaded`]
      : []),
    ...(refused > 0 ? [`no pod accepted ${refused} connections or requests`] : []),
    ...ends,
  ];
}
