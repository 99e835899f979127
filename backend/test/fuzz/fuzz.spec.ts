import { type OpenShop, openShop } from '../support/open-shop.js';
import { type Finding, Fuzz } from './fuzz.js';
import { REGRESSIONS } from './regressions.js';

/** `npm run fuzz` sends more inputs, with another seed each time. */
const INPUTS = Number(process.env.FUZZ_INPUTS ?? 50);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);

let shop: OpenShop;
let fuzz: Fuzz;
beforeAll(async () => {
  shop = await openShop({ workers: true, env: { RATE_LIMIT_FACTOR: '1000000' } });
  fuzz = await Fuzz.in(shop);
}, 120_000);
afterAll(async () => {
  fuzz.close();
  await shop.close();
});

describe('the operations of the API', () => {
  it('respond as documented to inputs that once failed', async () => {
    const findings: Finding[] = [];
    for (const { call: name, persona, input } of REGRESSIONS) {
      const call = fuzz.calls.find((candidate) => candidate.name === name);
      const violation = call
        ? await fuzz.violation(call, input, await fuzz.tokenOf(persona))
        : 'the operation does not exist';
      if (violation) findings.push({ call: name, persona, input, violation });
    }
    expect(findings).toEqual([]);
  });

  it(
    `respond as documented and never with a 5xx to ${INPUTS} inputs per operation`,
    async () => {
      const found: Finding[] = [];
      for (const call of fuzz.calls) found.push(...(await fuzz.try(call, INPUTS, SEED)));
      process.stdout.write(
        `fuzz: ${fuzz.calls.length} operations × ${INPUTS} inputs = ${fuzz.calls.length * INPUTS}, ${found.length} failures (seed ${SEED})\n`,
      );
      expect(firstOfEachKind(found)).toEqual([]);
    },
    60_000 + INPUTS * 2_000,
  );
});

/** The first finding of each kind, shortened. */
function firstOfEachKind(found: Finding[]) {
  const kinds = new Map<string, Finding & { times: number }>();
  for (const finding of found) {
    const kind = `${finding.call} ${finding.violation.slice(0, 60)}`;
    const known = kinds.get(kind);
    if (known) known.times += 1;
    else kinds.set(kind, { ...finding, times: 1 });
  }
  return [...kinds.values()].map(({ input, ...rest }) => ({
    ...rest,
    path: input.path.slice(0, 300),
    body: input.body?.slice(0, 400),
  }));
}
