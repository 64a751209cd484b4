import { parse } from 'yaml';
import { queryFaults } from './promql.ts';

export type Alert = {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
};

/** The rules of a file of alerts. */
export function alertsIn(text: string): Alert[] {
  return (parse(text) as { groups: { rules: Alert[] }[] }).groups.flatMap(({ rules }) => rules);
}

/** What is wrong with alerts, one sentence each. `runbooks`: the page that has a section for each. */
export function alertFaults(alerts: readonly Alert[], runbooks: string): string[] {
  const sections = sectionsOf(runbooks);
  const faults = alerts.flatMap(({ alert, expr, labels, annotations }) => {
    const runbook = `docs/operations.md#${alert.toLowerCase()}`;
    return [
      ...queryFaults(expr),
      ...(['page', 'ticket'].includes(labels?.['severity'] ?? '') ? [] : ['its severity is neither page nor ticket']),
      ...['summary', 'description'].filter((key) => !annotations?.[key]).map((key) => `it has no ${key}`),
      ...(annotations?.['runbook'] === runbook ? [] : [`its runbook is not ${runbook}`]),
      ...sectionFaults(sections.get(alert)),
    ].map((fault) => `${alert}: ${fault}`);
  });
  const names = alerts.map(({ alert }) => alert);
  const left = [...sections.keys()].filter((name) => /^Causeway[A-Z]/.test(name) && !names.includes(name));
  return [...faults, ...left.map((name) => `docs/operations.md has a section for ${name}, which is no alert`)];
}

/** A runbook begins with a command; then it says what the alert means, what to do and how to see that it is over. */
function sectionFaults(section: string | undefined): string[] {
  if (section === undefined) return ['docs/operations.md has no section for it'];
  return [
    ...(/^\n```sh\n\S/.test(section) ? [] : ['its section does not begin with a command']),
    ...['**Means.**', '**Do.**', '**Over.**']
      .filter((part) => !section.includes(`\n${part} `))
      .map((part) => `its section has no ${part}`),
  ];
}

function sectionsOf(page: string): Map<string, string> {
  return new Map(
    page
      .split(/^#{2,3} /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n');
        return [section.slice(0, end), section.slice(end + 1)] as const;
      }),
  );
}

/** The alerts that a file of unit tests makes fire. */
export function alertsFiredIn(tests: string): string[] {
  return [...new Set([...tests.matchAll(/alertname="(\w+)"/g)].map(([, name = '']) => name))];
}
