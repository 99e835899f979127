import type { Cluster } from './cluster/cluster.ts';
import type { Figures } from './problems.ts';

type Print = (text: string) => void;

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);
const longestSeconds = (times: number[]) => (Math.max(0, ...times) / 1000).toFixed(1);

export function printCluster(print: Print, { url, deployments, leftOut, replaced, external }: Cluster): void {
  print(`\n${url}, queues on ${external.redisUrl ? 'Redis' : 'PostgreSQL (redis-server is not installed)'}`);
  for (const { name, pods } of deployments) print(`  ${name.padEnd(20)}${pods.length}`);
  for (const reason of leftOut) print(`  not started: ${reason}`);
  print('\nValues that differ from the manifests (in addition to secrets, ports and addresses of Services):');
  for (const { name, value, reason } of replaced)
    print(`  ${name.padEnd(24)}${value.slice(0, 32).padEnd(34)}${reason}`);
  print('');
}

export function printFigures(print: Print, { report, outcome, deployments }: Figures): void {
  const { correct, failures, seconds, p50, p99, longest, purchases } = report;
  const [succeeded, failed] = [sum(correct), sum(failures)];
  const kinds = Object.entries(correct).map(([name, count]) => `${name} ${count}`);
  print(
    `\nRequests    ${succeeded + failed} in ${seconds.toFixed(0)} s, ${((succeeded + failed) / seconds).toFixed(1)} per second; failed ${failed}`,
  );
  print(`            ${kinds.join(', ')}`);
  print(`            p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`);
  print(
    `Purchases   started ${purchases.started}, paid ${purchases.paid}, fulfilled ${purchases.fulfilled}, downloaded ${purchases.downloaded}`,
  );
  print(
    `Events      ${outcome.events} events, ${outcome.jobExecutions} job executions (${outcome.restarted} of them started more than once), ${outcome.mails} mails; lost ${sum(outcome.lost)}, duplicate ${sum(outcome.duplicate)}`,
  );
  print('Rolls       Deployment          rolls  pods ended  not ended cleanly  longest start s  longest end s');
  for (const { name, rolls, ends, startTimes, endTimes } of deployments) {
    const unclean = ends.filter((end) => end !== 'clean').length;
    const numbers = [String(rolls).padStart(5), String(ends.length).padStart(10), String(unclean).padStart(17)];
    print(
      `            ${name.padEnd(20)}${numbers.join('  ')}  ${longestSeconds(startTimes).padStart(15)}  ${longestSeconds(endTimes).padStart(13)}`,
    );
  }
  print('');
}
