import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { alertsFiredIn } from '../deploy/alert_rules.ts';
import type { Promtool } from '../deploy/promtool.ts';

/** The samples of one scrape: values by series, as Prometheus writes them. */
export type Scrape = ReadonlyMap<string, number>;

/** Between two scrapes of a walk, and after the last. Minutes: in an hour every `for` and range of the alerts passes. */
const STEP = 60;
const TARGET = 'job="causeway",process="causeway",instance="embedded"';
/** Values that jump: a process answers or does not, and begins at one moment. */
const JUMPS = /^(?:up|process_start_time_seconds)\{/;

/** Reads what a process serves at /metrics. Prometheus notes of a target that answers that it is `up`. */
export function scrapeOf(text: string): Scrape {
  const samples = [...text.matchAll(/^([a-zA-Z_:]\w*)(?:\{(.*)\})? (\S+)$/gm)];
  return new Map([
    [`up{${TARGET}}`, 1],
    ...samples.map(([, name = '', labels = '', value]): [string, number] => [
      `${name}{${[labels, TARGET].filter(Boolean).join()}}`,
      Number(value),
    ]),
  ]);
}

/** What Prometheus has of a target that does not answer: it is not up, and all else is stale. */
export const REFUSED: Scrape = new Map([[`up{${TARGET}}`, 0]]);

/**
 * The alerts that fire while a platform goes from scrape to scrape, each `step` minutes later, and then stays so for as
 * long. Values grow in a line between two scrapes: what took seconds in a test takes an hour here. Asks promtool.
 */
export function alertsOf({ run }: Promtool, scrapes: readonly Scrape[], step = STEP): string[] {
  const names = new Set(scrapes.flatMap((scrape) => [...scrape.keys()]));
  const input = [...names].map((series) => ({
    series,
    values: valuesOf(
      scrapes.map((scrape) => scrape.get(series)),
      { step, jumps: JUMPS.test(series) },
    ),
  }));
  const times = Array.from({ length: scrapes.length * (step / 5) }, (_, i) => `${i * 5}m`);
  const file = {
    rule_files: ['alerts.yaml'],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: input,
        // Expects nothing: promtool then prints what it got instead.
        promql_expr_test: times.map((eval_time) => ({ expr: 'ALERTS{alertstate="firing"}', eval_time })),
      },
    ],
  };
  const rules = readFileSync('deploy/observability/alerts.yaml', 'utf8');
  const { code, said } = run(['test', 'rules', 'walk.yaml'], { 'alerts.yaml': rules, 'walk.yaml': stringify(file) });
  const fired = alertsFiredIn(said);
  if ((code === 0) !== (fired.length === 0))
    throw new Error(`promtool could not test the walk: ${said.slice(0, 2_000)}`);
  return fired.toSorted();
}

/** `undefined`: the series is not there. Values in the notation of promtool. */
function valuesOf(values: readonly (number | undefined)[], { step, jumps }: { step: number; jumps: boolean }): string {
  return values
    .map((value, i) => {
      const next = values[i + 1];
      if (value === undefined || Number.isNaN(value)) return `_x${step}`;
      const slope = jumps || next === undefined || Number.isNaN(next) ? 0 : (next - value) / step;
      return `${plain(value)}${slope < 0 ? '' : '+'}${plain(slope)}x${step - 1}`;
    })
    .join(' ');
}

/** promtool reads no exponents. */
function plain(value: number): string {
  return value.toFixed(6);
}
