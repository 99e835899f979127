import { ManagementServer } from '#backend/platform/process/management-server.js';
import { availability } from './rules/availability.js';
import { components } from './rules/components.js';
import { capacity } from './rules/capacity.js';
import { network } from './rules/network.js';
import { rounds } from './rules/rounds.js';
import { security } from './rules/security.js';
import { settings } from './rules/settings.js';
import { work } from './rules/work.js';
import { environmentOf, FILLED, needsOf, nginxTemplate, read } from './support/environment.js';
import type { Manifest } from './support/manifest.js';
import { ownPods, pods } from './support/pods.js';
import { OVERLAYS, type Overlay, render } from './support/render.js';

const RULES = [...security, ...availability, ...rounds, ...work, ...settings, ...network, ...components, ...capacity];

const rendered = Object.fromEntries(OVERLAYS.map((overlay) => [overlay, render(overlay)])) as Record<
  Overlay,
  Manifest[]
>;

describe('what would be sent to a cluster', () => {
  it.each(RULES)('$says', ({ overlays = OVERLAYS, broken }) => {
    expect(overlays.flatMap((overlay) => broken(rendered[overlay]).map((line) => `${overlay}: ${line}`))).toEqual([]);
  });
});

describe('a probe', () => {
  it('asks for an address that its process answers', async () => {
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
  it('refuses to start until the operator has filled in his part, and names each of its settings', () => {
    const problems = ownPods(rendered.production).flatMap(
      (pod) => read(environmentOf(rendered.production, pod), needsOf(pod)).problems,
    );
    const names = new Set(problems.map((problem) => problem.split(':')[0]));
    expect([...names].sort()).toEqual(Object.keys(FILLED).sort());
  });
});

describe('a manifest that breaks a rule', () => {
  it.each(RULES)('is noticed, where $says', ({ broken, planted }) => {
    const unnoticed = Object.entries(planted).filter(([, plant]) => {
      const manifests = structuredClone(rendered.production);
      plant(manifests);
      return broken(manifests).length === 0;
    });
    expect(unnoticed.map(([how]) => how)).toEqual([]);
    expect(Object.keys(planted)).not.toEqual([]);
  });
});
