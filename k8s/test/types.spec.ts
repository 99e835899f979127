import { isDeepStrictEqual } from 'node:util';
import { type Manifest, findManifest } from './support/manifest.js';
import { OVERLAYS, render } from './support/render.js';
import { findUnknownFields, findWrongValues } from './support/published-types.js';

const production = render('production');
const others = OVERLAYS.filter((overlay) => overlay !== 'production').flatMap(render);
/** All manifests of production, and the manifests of other overlays that differ from them. */
const manifests = [
  ...production,
  ...others.filter((manifest) => !production.some((known) => isDeepStrictEqual(known, manifest))),
];

/** @returns the API's Deployment with an error, which a cluster would reject too */
function brokenDeployment(change: (manifest: Record<string, unknown>) => void): Manifest {
  const manifest = structuredClone(findManifest(production, 'Deployment', 'api'));
  change(manifest.spec as unknown as Record<string, unknown>);
  return manifest;
}

describe('the published types of the resources', () => {
  it('accept all values of the manifests and report a wrong and a missing one', async () => {
    const wrongType = structuredClone(findManifest(production, 'ScaledObject', 'worker-mail'));
    (wrongType.spec as unknown as { minReplicaCount: unknown }).minReplicaCount = 'one';
    const withoutSelector = brokenDeployment((spec) => delete spec.selector);
    expect(await findWrongValues([...manifests, wrongType, withoutSelector])).toEqual([
      expect.stringMatching(/^ScaledObject worker-mail: .*minReplicaCount.*integer/s),
      expect.stringMatching(/^Deployment api: .*selector/s),
    ]);
  });

  it('accept all fields of the manifests and report unknown ones', async () => {
    const misspelled = brokenDeployment((spec) => (spec.replicaz = 2));
    const externalSecret = structuredClone(findManifest(production, 'ExternalSecret', 'api-secrets'));
    Object.assign(externalSecret.spec, { refreshIntervall: '1h' });
    const rule = structuredClone(production.find(({ kind }) => `${kind}` === 'PrometheusRule')!) as Manifest & {
      spec: { groups: object[] };
    };
    Object.assign(rule.spec.groups[0]!, { intervall: '1m' });
    expect((await findUnknownFields([...manifests, misspelled, externalSecret, rule])).sort()).toEqual([
      expect.stringMatching(/^Deployment api: .*"replicaz"/),
      expect.stringMatching(/^ExternalSecret api-secrets: .*"refreshIntervall"/),
      expect.stringMatching(/^PrometheusRule .*"intervall"/),
    ]);
  });
});
