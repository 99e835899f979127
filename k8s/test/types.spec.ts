import { isDeepStrictEqual } from 'node:util';
import { type Manifest, named } from './support/manifest.js';
import { OVERLAYS, render } from './support/render.js';
import { unknownFields, wrongValues } from './support/typed.js';

const production = render('production');
const others = OVERLAYS.filter((overlay) => overlay !== 'production').flatMap(render);
/** All manifests of production, and those of other overlays that differ. */
const manifests = [
  ...production,
  ...others.filter((manifest) => !production.some((known) => isDeepStrictEqual(known, manifest))),
];

/** A Deployment with a type error, which a cluster would reject too. */
function broken(change: (manifest: Record<string, unknown>) => void): Manifest {
  const manifest = structuredClone(named(production, 'Deployment', 'api'));
  change(manifest.spec as unknown as Record<string, unknown>);
  return manifest;
}

describe('the published types', () => {
  it('accept every value, and find wrong and missing ones', async () => {
    const scaled = structuredClone(named(production, 'ScaledObject', 'worker-mail'));
    (scaled.spec as unknown as { minReplicaCount: unknown }).minReplicaCount = 'one';
    const without = broken((spec) => delete spec.selector);
    expect(await wrongValues([...manifests, scaled, without])).toEqual([
      expect.stringMatching(/^ScaledObject worker-mail: .*minReplicaCount.*integer/s),
      expect.stringMatching(/^Deployment api: .*selector/s),
    ]);
  });

  it('accept every field, and find unknown ones', async () => {
    const slip = broken((spec) => (spec.replicaz = 2));
    const store = structuredClone(named(production, 'ExternalSecret', 'api-secrets'));
    Object.assign(store.spec, { refreshIntervall: '1h' });
    const rule = structuredClone(production.find(({ kind }) => `${kind}` === 'PrometheusRule')!) as Manifest & {
      spec: { groups: object[] };
    };
    Object.assign(rule.spec.groups[0]!, { intervall: '1m' });
    expect((await unknownFields([...manifests, slip, store, rule])).sort()).toEqual([
      expect.stringMatching(/^Deployment api: .*"replicaz"/),
      expect.stringMatching(/^ExternalSecret api-secrets: .*"refreshIntervall"/),
      expect.stringMatching(/^PrometheusRule .*"intervall"/),
    ]);
  });
});
