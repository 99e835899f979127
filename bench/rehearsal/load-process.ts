import { Buyers } from './buyers.ts';
import type { LoadPlan, LoadProgress } from './load-plan.ts';
import { RequestMix } from './request-mix.ts';
import { SteadyLoad } from './steady-load.ts';

// load.ts starts this process. The first message starts requests and purchases; `stop` ends them and returns the report.
let stop: (() => Promise<void>) | undefined;
let reportProgress: (() => void) | undefined;
process.on('message', (message: LoadPlan | 'progress' | 'stop') => {
  if (message === 'progress') reportProgress?.();
  else if (message === 'stop') void stop?.();
  else void begin(message);
});
process.on('disconnect', () => process.exit());

async function begin({ url, rate, connections, purchases, account, warmUp = 0 }: LoadPlan): Promise<void> {
  const load = new SteadyLoad(url, new RequestMix(await fetchPatternIds(url), account), rate, connections);
  reportProgress = () => {
    const { correct, failed } = load.progress;
    process.send!({ correct, failed: failed + (buyers?.problems ?? 0) } satisfies LoadProgress);
  };
  const buyers = purchases > 0 ? new Buyers(url, purchases) : undefined;
  stop = async () => {
    const purchaseFigures = await buyers?.stop();
    const noPurchases = { started: 0, paid: 0, fulfilled: 0, downloaded: 0, problems: [] };
    process.send!({ ...(await load.stop(warmUp)), purchases: purchaseFigures ?? noPurchases });
  };
  process.send!('begun');
}

async function fetchPatternIds(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/patterns?limit=100`);
  const { data } = (await response.json()) as { data: { patterns: { id: string }[] } };
  return data.patterns.map(({ id }) => id);
}
