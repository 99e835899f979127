import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { ledgerRegistry } from '#backend/platform/events/ledger-gauges.js';
import { measureProcess, registry } from '#backend/platform/telemetry/metrics.js';
import { lateThreshold, OVERDUE_SECONDS, THRESHOLDS } from '#backend/operations/health-thresholds.js';
import { QUEUES } from '#backend/platform/events/queue-names.js';
import { ofKind } from './support/manifest.js';
import { render, ROOT } from './support/render.js';

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

interface UnitTest {
  input_series: { series: string }[];
  alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[];
}

interface Panel {
  title: string;
  type: string;
  links?: { url: string }[];
  fieldConfig?: { defaults: { unit?: string } };
  targets?: { expr: string }[];
}

const MONITORING = join(ROOT, 'k8s/monitoring');
const RUNBOOKS = join(ROOT, 'docs/runbooks');
const read = (path: string) => readFileSync(join(MONITORING, path), 'utf8');
const filesIn = (folder: string) => readdirSync(join(MONITORING, folder)).map((name) => `${folder}/${name}`);

const ruleGroups = (file: string) => (parse(read(file)) as { spec: { groups: { rules: Rule[] }[] } }).spec.groups;
const ruleFiles = filesIn('rules');
const rules = ruleFiles.flatMap((file) => ruleGroups(file).flatMap((group) => group.rules));
const alerts = rules.flatMap(({ alert, ...rule }) => (alert ? [{ ...rule, alert }] : []));
const tests = filesIn('tests').flatMap((file) => (parse(read(file)) as { tests: UnitTest[] }).tests);
const dashboard = JSON.parse(read('dashboards/shop.json')) as { panels: Panel[] };
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const dashboardExprs = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => withoutGrafanaVariables(expr)));

/** Replaces Grafana's variables, which Prometheus does not know. */
function withoutGrafanaVariables(expr: string): string {
  return expr.replaceAll('$__rate_interval', '5m').replaceAll('$namespace', 'pattern-marketplace');
}

const kebab = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

const KEYWORDS = new Set(['and', 'or', 'unless', 'by', 'on', 'ignoring', 'without', 'offset', 'bool', 'group_left']);

/** @returns the metrics in a PromQL expression, each with the names of the labels in its matchers */
function metricsInExpr(expr: string): { name: string; labels: string[] }[] {
  const bare = expr
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\b(by|on|ignoring|without|group_left)\s*\([^)]*\)/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\boffset\s+\w+/g, ' ');
  return [...bare.matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)\s*(\(|\{[^}]*\})?/g)].flatMap(([, name, rest = '']) =>
    rest === '(' || KEYWORDS.has(name!)
      ? []
      : [{ name: name!, labels: [...rest.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label!) }],
  );
}

interface MetricInfo {
  name: string;
  type: string;
  labelNames: string[];
}

measureProcess();
/** The label names of the shop's metrics, by the name of the metric. */
const shopMetrics = new Map(
  [...registry.getMetricsAsArray(), ...ledgerRegistry.getMetricsAsArray()].flatMap((metric) => {
    const { name, type, labelNames } = metric as unknown as MetricInfo;
    return type === 'histogram'
      ? ['_bucket', '_count', '_sum'].map((end): [string, string[]] => [name + end, [...labelNames, 'le']])
      : [[name, labelNames] as [string, string[]]];
  }),
);
const externalMetrics = new Set(Object.values(parse(read('external-metrics.yaml')) as Record<string, string[]>).flat());
const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
/** The labels that Prometheus adds to the metrics of a pod. */
const TARGET_LABELS = ['namespace', 'pod', 'container', 'deployment'];

/** @returns the metrics of an expression that no program exports, and the labels that a metric of the shop does not have */
function unknownMetrics(expr: string): string[] {
  return metricsInExpr(expr).flatMap(({ name, labels }) => {
    const labelNames = shopMetrics.get(name);
    if (!labelNames) return externalMetrics.has(name) || recorded.has(name) ? [] : [name];
    return labels
      .filter((label) => ![...labelNames, ...TARGET_LABELS].includes(label))
      .map((label) => `${name}{${label}}`);
  });
}

describe('the alerts', () => {
  it('have unique names, a severity, a summary and a description', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const incomplete = alerts.filter(
      ({ labels, annotations }) =>
        !['page', 'ticket'].includes(labels?.severity ?? '') || !annotations?.summary || !annotations.description,
    );
    expect(incomplete.map(({ alert }) => alert)).toEqual([]);
  });

  it('have one runbook each, and the list of runbooks is complete', () => {
    for (const { alert, annotations } of alerts)
      expect([alert, annotations?.runbook_url]).toEqual([alert, `docs/runbooks/${kebab(alert)}.md`]);
    const list = readFileSync(join(RUNBOOKS, 'README.md'), 'utf8');
    const [alertPart = '', taskPart = ''] = list.split('## Manual tasks');
    const linked = (part: string) => [...part.matchAll(/\]\(([a-z0-9-]+)\.md\)/g)].map(([, name]) => name!).sort();
    expect(linked(alertPart)).toEqual(alerts.map(({ alert }) => kebab(alert)).sort());
    const files = readdirSync(RUNBOOKS).filter((name) => name !== 'README.md');
    expect([...linked(alertPart), ...linked(taskPart)].sort()).toEqual(files.map((name) => name.slice(0, -3)).sort());
  });

  // With a label selector, kubectl shows only the last ten lines of each pod by default.
  it('have runbooks that set --tail when they search the logs of several pods', () => {
    const pages = readdirSync(RUNBOOKS).map((name) => [name, readFileSync(join(RUNBOOKS, name), 'utf8')] as const);
    const searches = pages.flatMap(([name, page]) =>
      page
        .split('\n')
        .filter((line) => /\b(k|kubectl) logs\b.* (-l|--selector)\b/.test(line))
        .map((line) => `${name}: ${line}`),
    );
    expect(searches.length).toBeGreaterThan(15);
    expect(searches.filter((line) => !/ --tail=(-1|\d+)\b/.test(line))).toEqual([]);
  });

  it('have a unit test in which they fire and one in which they do not', () => {
    const expectations = tests.flatMap((test) => test.alert_rule_test);
    const firing = new Set(expectations.flatMap(({ alertname, exp_alerts }) => (exp_alerts?.length ? alertname : [])));
    const silent = new Set(expectations.flatMap(({ alertname, exp_alerts }) => (exp_alerts?.length ? [] : alertname)));
    expect(alerts.map(({ alert }) => alert).filter((name) => !firing.has(name) || !silent.has(name))).toEqual([]);
  });
});

describe('the operations page', () => {
  const thresholds = (name: string) => {
    const { expr } = alerts.find(({ alert }) => alert === name)!;
    return [...expr.matchAll(/> (\d+)(?![\d.])/g)].map(([, limit]) => Number(limit));
  };

  it('shows `warning` at the threshold of a ticket alert, and `down` at the threshold of a page alert', () => {
    const { outboxSeconds, unfulfilledSeconds, uncheckedSeconds, deadLetters, unknownEvents } = THRESHOLDS;
    expect([...thresholds('OutboxDelayed'), ...thresholds('OutboxStuck')]).toEqual(outboxSeconds);
    expect(thresholds('PaidUnfulfilled')).toEqual([unfulfilledSeconds[1]]);
    const { refundsFailedSeconds, withdrawalsOpenSeconds, disputes } = THRESHOLDS;
    expect(thresholds('RefundFailed')).toEqual([refundsFailedSeconds[1]]);
    expect([...thresholds('WithdrawalWaiting'), ...thresholds('WithdrawalOverdue')]).toEqual(withdrawalsOpenSeconds);
    expect([...thresholds('PaymentsUnchecked'), Infinity]).toEqual(uncheckedSeconds);
    expect([thresholds('ExportLate'), thresholds('ErasureOverdue')]).toEqual([
      [OVERDUE_SECONDS.exports],
      [OVERDUE_SECONDS.erasures],
    ]);
    const exceeding = (name: string) => thresholds(name).map((limit) => limit + 1);
    expect([exceeding('DeadLetters'), exceeding('UnknownWork'), exceeding('DisputeOpen')]).toEqual([
      [deadLetters[0]],
      [unknownEvents[0]],
      [disputes[0]],
    ]);
    expect(exceeding('DeliveriesFailing').slice(0, 2)).toEqual([THRESHOLDS.failing[0], THRESHOLDS.failingMails[0]]);
  });

  it('shows a queue as late at the threshold of its alert', () => {
    const { expr } = alerts.find(({ alert }) => alert === 'DeliveriesLate')!;
    const queueThresholds = [...expr.matchAll(/queue=~?"([a-z|]+)"\}\) > (\d+)/g)].flatMap(([, names, limit]) =>
      names!.split('|').map((name) => [name, [Number(limit), Infinity]]),
    );
    expect(Object.fromEntries(queueThresholds)).toEqual(
      Object.fromEntries(QUEUES.map((name) => [name, lateThreshold(name)])),
    );
  });
});

describe('the metrics of the alerts, their tests and the dashboard', () => {
  it('are exported by the shop with the labels that are used, or are listed in external-metrics.yaml', () => {
    const series = tests.flatMap((test) => test.input_series.map((input) => input.series));
    expect([...rules.map(({ expr }) => expr), ...dashboardExprs, ...series].flatMap(unknownMetrics)).toEqual([]);
  });

  it('are reported when they are unknown', () => {
    expect(unknownMetrics('max by (queue) (shop_outbox_oldest_aeg_seconds) > 60')).toEqual([
      'shop_outbox_oldest_aeg_seconds',
    ]);
    expect(unknownMetrics('rate(shop_mails_total{result="sent"}[5m])')).toEqual(['shop_mails_total{result}']);
  });

  it('include every metric in external-metrics.yaml', () => {
    const used = new Set(
      [...rules.map(({ expr }) => expr), ...dashboardExprs].flatMap(metricsInExpr).map(({ name }) => name),
    );
    expect([...externalMetrics].filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('the PodMonitor', () => {
  it('selects exactly the pods with a management port, which have the names that the rules use', () => {
    const { selector } = (parse(read('pod-monitor.yaml')) as { spec: { selector: Selector } }).spec;
    const [{ key, values }] = selector.matchExpressions;
    const pods = ofKind(render('production'), 'Deployment').map(({ spec }) => spec!.template);
    const measured = pods.filter(({ spec }) =>
      spec!.containers.some(({ ports = [] }) => ports.some(({ name }) => name === 'management')),
    );
    const selected = pods.filter(({ metadata }) => values.includes(metadata?.labels?.[key] ?? ''));
    expect(selected).toEqual(measured);
    expect(selected.map(({ metadata }) => metadata?.labels?.['app.kubernetes.io/name']).sort()).toEqual(
      ['api', 'relay', ...QUEUES.map((queue) => `worker-${queue}`)].sort(),
    );
  });
});

describe('the dashboard', () => {
  it('has a unit and a query in each panel, and links only to existing runbooks', () => {
    const incomplete = panels.filter(
      ({ fieldConfig, targets = [] }) => !fieldConfig?.defaults.unit || targets.length === 0,
    );
    expect(incomplete.map(({ title }) => title)).toEqual([]);
    const linked = panels.flatMap(({ links = [] }) => links.map(({ url }) => url.replace('${runbooks}/', '')));
    const files = readdirSync(RUNBOOKS);
    expect(linked.filter((name) => !files.includes(name))).toEqual([]);
  });

  it('is in the output of kustomize, like the rules', () => {
    const yaml = execFileSync('kubectl', ['kustomize', MONITORING], { encoding: 'utf8' });
    for (const file of ruleFiles) expect(yaml).toContain(`name: ${(parse(read(file)) as Named).metadata.name}\n`);
    expect(yaml).toContain('grafana_dashboard: "1"');
  });
});

interface Selector {
  matchExpressions: [{ key: string; values: string[] }];
}

interface Named {
  metadata: { name: string };
}

if (spawnSync('promtool', ['--version']).error) {
  process.stderr.write('promtool is missing: the tests of the alerts are skipped. Install prometheus to run them.\n');
} else {
  describe('Prometheus', () => {
    let directory: string;
    const promtool = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: directory, encoding: 'utf8' });
      return status === 0 ? 'valid' : stdout + stderr;
    };

    beforeAll(() => {
      directory = mkdtempSync(join(tmpdir(), 'rules-'));
      mkdirSync(join(directory, 'rules'));
      // promtool reads only the groups, not the resource around them.
      for (const file of ruleFiles) writeFileSync(join(directory, file), stringify({ groups: ruleGroups(file) }));
      cpSync(join(MONITORING, 'tests'), join(directory, 'tests'), { recursive: true });
    });
    afterAll(() => rmSync(directory, { recursive: true }));

    it('accepts the rules', () => {
      expect(promtool('check', 'rules', ...ruleFiles)).toBe('valid');
    });

    it('accepts the queries of the dashboard', () => {
      const records = dashboardExprs.map((expr, at) => ({ record: `panel:${at}`, expr }));
      writeFileSync(join(directory, 'panels.yaml'), stringify({ groups: [{ name: 'panels', rules: records }] }));
      expect(promtool('check', 'rules', 'panels.yaml')).toBe('valid');
    });

    it('fires each alert at its threshold, and not before', () => {
      expect(promtool('test', 'rules', ...filesIn('tests'))).toBe('valid');
    });
  });
}
