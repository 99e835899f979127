import { ManagementServer } from '#backend/platform/process/management-server.js';
import { availability } from './rules/availability.js';
import { components } from './rules/components.js';
import { capacity } from './rules/capacity.js';
import { network } from './rules/network.js';
import { scheduledJobs } from './rules/scheduled-jobs.js';
import { security } from './rules/security.js';
import { settings } from './rules/settings.js';
import { workers } from './rules/workers.js';
import { podEnvironment, OPERATOR_VALUES, podNeeds, nginxTemplate, readConfig } from './support/environment.js';
import type { Manifest } from './support/manifest.js';
import { shopPods, pods } from './support/pods.js';
import { OVERLAYS, type Overlay, render } from './support/render.js';

const RULES = [
  ...security,
  ...availability,
  ...scheduledJobs,
  ...workers,
  ...settings,
  ...network,
  ...components,
  ...capacity,
];

const rendered = Object.fromEntries(OVERLAYS.map((overlay) => [overlay, render(overlay)])) as Record<
  Overlay,
  Manifest[]
>;

describe('in the rendered manifests', () => {
  it.each(RULES)('$statement', ({ overlays = OVERLAYS, violations }) => {
    expect(overlays.flatMap((overlay) => violations(rendered[overlay]).map((line) => `${overlay}: ${line}`))).toEqual(
      [],
    );
  });
});

describe('the probes', () => {
  it('request paths that their processes serve', async () => {
    const management = await ManagementServer.listen(0, new Promise(() => {}));
    try {
      const probePaths = pods(rendered.production).flatMap(({ containers }) =>
        containers.flatMap(({ name, startupProbe, livenessProbe, readinessProbe }) =>
          [startupProbe, livenessProbe, readinessProbe].map((probe) => [name, probe?.httpGet?.path] as const),
        ),
      );
      const paths = (container: string) =>
        new Set(probePaths.filter(([name, path]) => name === container && path).map(([, path]) => path));
      const responses = [...paths('shop'), '/elsewhere'].map(async (path) => {
        const { status } = await fetch(`http://127.0.0.1:${management.port}${path}`);
        return [path, status !== 404];
      });
      expect(Object.fromEntries(await Promise.all(responses))).toEqual({
        '/live': true,
        '/ready': true,
        '/elsewhere': false,
      });
      expect([...paths('nginx')].filter((path) => !nginxTemplate().includes(`location = ${path} {`))).toEqual([]);
      expect(paths('nginx').size).toBe(1);
    } finally {
      await management.close();
    }
  });
});

describe('production', () => {
  it('refuses to start before the operator has filled in the values, and names each missing value', () => {
    const problems = shopPods(rendered.production).flatMap(
      (pod) => readConfig(podEnvironment(rendered.production, pod), podNeeds(pod)).problems,
    );
    const names = new Set(problems.map((problem) => problem.split(':')[0]));
    expect([...names].sort()).toEqual(Object.keys(OPERATOR_VALUES).sort());
  });
});

describe('a planted violation', () => {
  it.each(RULES)('is reported by the rule: $statement', ({ violations, planted }) => {
    const unreported = Object.entries(planted).filter(([, plant]) => {
      const manifests = structuredClone(rendered.production);
      plant(manifests);
      return violations(manifests).length === 0;
    });
    expect(unreported.map(([description]) => description)).toEqual([]);
    expect(Object.keys(planted)).not.toEqual([]);
  });
});
