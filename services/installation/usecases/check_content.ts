import { Buffer } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { stringifyJson } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { ConfigContent } from '../domain/config_content.ts';
import { checkConfig } from '../domain/config_rules.ts';
import type { Fault, ManifestIntegration, Path } from '../domain/manifest.ts';
import { isPlainObject } from '../domain/spot.ts';
import type { Deps } from './deps.ts';
import { makeJudgeSchedule } from './judge_schedule.ts';

type Rules = Pick<Deps, 'rules'>;

/** A notification carries a config and the one before it, and no webhook is larger than 300 KB. */
const MAX_BYTES = 131_072;

/** Throws unprocessable with an issue for each fault. */
export function checkContent(
  deps: Rules,
  content: unknown,
  revision: ManifestIntegration,
  matters: (fault: Fault) => boolean = () => true,
): ConfigContent {
  const faults = checkConfig(content, revision, { checkCron: makeJudgeSchedule(deps) }).filter(matters);
  if (faults.length > 0) throw unfit(faults);
  if (Buffer.byteLength(stringifyJson(content)) > MAX_BYTES)
    throw new Problem('unprocessable', `A config has at most ${MAX_BYTES} bytes as JSON.`);
  return content as ConfigContent;
}

/**
 * A change is judged by what it changes: an entry that it leaves alone may be older than the rules of the latest
 * revision, which must not keep a customer from changing another one.
 */
export function checkChange(
  deps: Rules,
  content: ConfigContent,
  { before, revision }: { before: ConfigContent; revision: ManifestIntegration },
): ConfigContent {
  return checkContent(
    deps,
    content,
    revision,
    ({ path, rule }) => rule === 'duplicate-read-object' || !isSame(entryAt(before, path), entryAt(content, path)),
  );
}

/** A path begins with config and content; an entry stands three levels below. */
function entryAt(content: ConfigContent, path: Path): unknown {
  return path
    .slice(2, 5)
    .reduce<unknown>(
      (value, key) => (isPlainObject(value) && Object.hasOwn(value, key) ? value[String(key)] : undefined),
      content,
    );
}

function isSame(before: unknown, after: unknown): boolean {
  return before !== undefined && isDeepStrictEqual(before, after);
}

function unfit(faults: Fault[]): Problem {
  const issues = faults.map(({ path, message, rule }) => ({
    in: 'body' as const,
    name: path.join('.'),
    detail: `${message} (${rule})`,
  }));
  return new Problem('unprocessable', 'The config does not fit the integration.', {
    issues,
    causes: issues.map(({ name, detail }) => `${name}: ${detail}`),
  });
}
