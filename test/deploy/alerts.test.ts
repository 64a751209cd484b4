import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { type Alert, alertFaults, alertsFiredIn, alertsIn } from './alert_rules.ts';
import { baseObjects } from './deploy_files.ts';
import { itWithPromtool } from './promtool.ts';

const FOLDER = 'deploy/observability';
const [rules, tests, scrape, scrapePods] = [
  'alerts.yaml',
  'alerts_test.yaml',
  'prometheus.example.yaml',
  'prometheus_kubernetes.example.yaml',
].map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8')) as [string, string, string, string];
const runbooks = readFileSync('docs/operations.md', 'utf8');
const alerts = alertsIn(rules);
const itPromtool = itWithPromtool();

describe('the alerts', () => {
  it('name metrics and labels that exist, a severity, a reason, and a runbook of their own', () => {
    expect(alerts.length).toBeGreaterThan(20);
    expect(alertFaults(alerts, runbooks)).toEqual([]);
  });

  it('each fire in a test', () => {
    expect(alertsFiredIn(tests).toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  });

  itPromtool('are rules of Prometheus, which the example of its configuration reads', ({ run }) => {
    const files = { 'alerts.yaml': rules, 'prometheus.yaml': scrape };
    expect(run(['check', 'config', 'prometheus.yaml'], files)).toMatchObject({
      code: 0,
      said: expect.stringContaining(`${alerts.length} rules found`),
    });
  });

  itPromtool('fire on their faults, and are silent while all is well', ({ run }) => {
    expect(testedBy(run, rules)).toMatchObject({ code: 0, said: expect.stringContaining('SUCCESS') });
  });

  itPromtool('that never fire fail their tests, each of them', ({ run }) => {
    const { code, said } = testedBy(
      run,
      changed(rules, (alert) => ({ ...alert, expr: 'vector(0) > 0' })),
    );
    expect(code).not.toBe(0);
    expect(alertsFiredIn(said).toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  });

  itPromtool('that always fire fail their tests, each of them', ({ run }) => {
    const { code, said } = testedBy(
      run,
      changed(rules, (alert) => ({ ...alert, expr: 'vector(1)' })),
    );
    expect(code).not.toBe(0);
    const healthy = said.slice(said.indexOf('got:'), said.indexOf('expr:', said.indexOf('got:')));
    expect(alertsFiredIn(healthy).toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  });

  it('know each process of the Kubernetes base by the label `process`', () => {
    const [job] = (parse(scrapePods) as { scrape_configs: { job_name: string; relabel_configs: Relabel[] }[] })
      .scrape_configs;
    const keep = job!.relabel_configs.find(({ action }) => action === 'keep')!;
    const deployed = baseObjects().filter(({ kind }) => kind === 'Deployment');
    const names = deployed.map(({ spec }) => spec!.template!.metadata.labels['app.kubernetes.io/name']!);
    expect(names.filter((name) => !new RegExp(`^(?:${keep.regex})$`).test(name))).toEqual([]);
    expect([job!.job_name, names.length]).toEqual(['causeway', 6]);
  });
});

describe('an alert is refused', () => {
  const [first] = alerts as [Alert];
  const faultsOf = (change: Partial<Alert>, page = runbooks) =>
    alertFaults([{ ...first, ...change }, ...alerts.slice(1)], page).map((fault) => fault.replace(/^\w+: /, ''));
  const without = (key: string) => ({
    annotations: Object.fromEntries(Object.entries(first.annotations).filter(([name]) => name !== key)),
  });

  it.each([
    [
      'with an unknown metric',
      { expr: 'causeway_nothing > 1' },
      'causeway_nothing is no metric of lib/telemetry/metrics.ts',
    ],
    [
      'with an unknown label',
      { expr: 'causeway_backlog_due{queues="reads"} > 1' },
      'causeway_backlog_due has no label queues',
    ],
    [
      'that groups by an unknown label',
      { expr: 'max by (tenant) (up) > 1' },
      'no metric of the query has the label tenant',
    ],
    ['without a runbook', without('runbook'), 'its runbook is not docs/operations.md#causewayprocessdown'],
    ['without a reason', without('description'), 'it has no description'],
    ['of an unknown severity', { labels: { severity: 'panic' } }, 'its severity is neither page nor ticket'],
  ])('%s', (_what, change: Partial<Alert>, fault) => {
    expect(faultsOf(change)).toEqual([fault]);
  });

  it('when its section is missing, has no command or does not say how it ends', () => {
    const page = (text: string) => faultsOf({}, runbooks.replace(/### CausewayProcessDown\n[\s\S]+?(?=\n### )/, text));
    expect(page('')).toEqual(['docs/operations.md has no section for it']);
    expect(page('### CausewayProcessDown\n\n**Means.** It is.\n\n**Do.** Do.\n')).toEqual([
      'its section does not begin with a command',
      'its section has no **Over.**',
    ]);
    expect(alertFaults(alerts.slice(1), runbooks)).toEqual([
      'docs/operations.md has a section for CausewayProcessDown, which is no alert',
    ]);
  });

  itPromtool('with invalid PromQL', ({ run }) => {
    const bad = changed(rules, (alert) => (alert.alert === first.alert ? { ...alert, expr: 'max by (up' } : alert));
    expect(run(['check', 'rules', 'alerts.yaml'], { 'alerts.yaml': bad })).toMatchObject({
      code: 1,
      said: expect.stringContaining('CausewayProcessDown'),
    });
  });
});

type Relabel = { action?: string; regex: string };

function testedBy(run: Parameters<Parameters<typeof itPromtool>[1]>[0]['run'], text: string) {
  return run(['test', 'rules', 'alerts_test.yaml'], { 'alerts.yaml': text, 'alerts_test.yaml': tests });
}

function changed(text: string, change: (alert: Alert) => Alert): string {
  const file = parse(text) as { groups: { rules: Alert[] }[] };
  return stringify({ groups: file.groups.map((group) => ({ ...group, rules: group.rules.map(change) })) });
}
