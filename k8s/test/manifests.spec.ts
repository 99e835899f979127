import { ManagementServer } from '#backend/platform/process/management-server.js';
import { availability } from './rules/availability.js';
import { components } from './rules/components.js';
import { capacity } from './rules/capacity.js';
import { network } from './rules/network.js';
import { scheduledJobs } from './rules/scheduled-jobs.js';
import { security } from './rules/security.js';
import { settings } from './rules/settings.js';
import { workers } from './rules/workers.js';
import { environmentOf, FILLED, needsOf, nginxTemplate, read } from './support/environment.js';
import type { Manifest } from './support/manifest.js';
import { ownPods, pods } from './support/pods.js';
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

describe('the manifests of all overlays', () => {
  it.each(RULES)('$statement', ({ overlays = OVERLAYS, violations }) => {
    expect(overlays.flatMap((overlay) => violations(rendered[overlay]).map((line) => `${overlay}: ${line}`))).toEqual(
      [],
    );
  });
});

describe('a probe', () => {
  it('requests a path that its process serves', async () => {
    const management = await ManagementServer.listen(0, new Promise(() => {}));
    try {
      const asked = pods(rendered.production).flatMap(({ containers }) =>
        containers.flatMap(({ name, startupProbe, livenessProbe, readinessProbe }) =>
          [startupProbe, livenessProbe, readinessProbe].map((probe) => [name, probe?.httpGet?.path] as const),
        ),
      );
      const paths = (container: string) =>
        new Set(asked.filter(([name, path]) => name === container && path).map(([, path]) => path));
      const answers = [...paths('shop'), '/elsewhere'].map(async (path) => {
        const { status } = await fetch(`http://127.0.0.1:${management.port}${path}`);
        return [path, status !== 404];
      });
      expect(Object.fromEntries(await Promise.all(answers))).toEqual({
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
  it('refuses to start without the values of the operator, and names each of them', () => {
    const problems = ownPods(rendered.production).flatMap(
      (pod) => read(environmentOf(rendered.production, pod), needsOf(pod)).problems,
    );
    const names = new Set(problems.map((problem) => problem.split(':')[0]));
    expect([...names].sort()).toEqual(Object.keys(FILLED).sort());
  });
});

describe('a planted violation', () => {
  it.each(RULES)('is found: $statement', ({ violations, planted }) => {
    const unnoticed = Object.entries(planted).filter(([, plant]) => {
      const manifests = structuredClone(rendered.production);
      plant(manifests);
      return violations(manifests).length === 0;
    });
    expect(unnoticed.map(([how]) => how)).toEqual([]);
    expect(Object.keys(planted)).not.toEqual([]);
  });
});
