import { Buyers } from './buyers.ts';
import type { LoadPlan } from './load-plan.ts';
import { RequestMix } from './request-mix.ts';
import { SteadyLoad } from './steady-load.ts';

// Run by load.ts: visitors and buyers from the first message to the second, and then what became of them.
let stop: (() => Promise<void>) | undefined;
process.on('message', (plan: LoadPlan | 'stop') => {
  if (plan !== 'stop') void begin(plan);
  else void stop?.();
});
process.on('disconnect', () => process.exit());

async function begin({ url, rate, connections, purchases, account }: LoadPlan): Promise<void> {
  const load = new SteadyLoad(url, new RequestMix(await patternsOf(url), account), rate, connections);
  const buyers = purchases > 0 ? new Buyers(url, purchases) : undefined;
  stop = async () => {
    const bought = await buyers?.stop();
    const nothing = { started: 0, paid: 0, fulfilled: 0, downloaded: 0, problems: [] };
    process.send!({ ...(await load.stop()), purchases: bought ?? nothing });
  };
  process.send!('begun');
}

async function patternsOf(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/patterns?limit=100`);
  const { data } = (await answer.json()) as { data: { patterns: { id: string }[] } };
  return data.patterns.map(({ id }) => id);
}
