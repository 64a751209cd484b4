import { Buffer } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { checkCron } from '../../../lib/cron/check_cron.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Resolution } from '../destinations/destination.ts';
import { type Fault, isPlainObject, type Path } from '../fault.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import { type ConfigContent, configDestinationNames } from './config_content.ts';
import { checkConfig } from './config_rules.ts';
import type { WriteProvider } from './provider_write_rules.ts';

/**
 * The max size of a config as JSON. The event about a change contains the new and the previous config, and the body of
 * a webhook has at most 300 KB.
 */
const MAX_CONFIG_BYTES = 131_072;

type ValidationContext = {
  revision: ManifestIntegration;
  resolution: Resolution;
  provider?: WriteProvider | undefined;
  destinationsBefore?: readonly string[];
};

/**
 * Validates a config against a revision and returns it. Ignores the faults for which `matters` returns false. Throws
 * unprocessable, with an issue for each other fault, or when the config is too large.
 */
export function checkContent(
  content: unknown,
  { revision, resolution, provider, destinationsBefore = [] }: ValidationContext,
  matters: (fault: Fault) => boolean = () => true,
): ConfigContent {
  const errors = checkConfig(content, revision, { checkCron, resolution, destinationsBefore, provider }).filter(
    ({ severity }) => severity === 'error',
  );
  const faults = errors.filter(matters);
  if (faults.length > 0) throw invalidConfig(faults);
  const bytes = Buffer.byteLength(stringifyJson(content));
  if (bytes > MAX_CONFIG_BYTES)
    throw new Problem('unprocessable', `A config has at most ${MAX_CONFIG_BYTES} bytes as JSON.`, {
      context: { bytes, maxBytes: MAX_CONFIG_BYTES },
    });
  return content as ConfigContent;
}

/**
 * Validates only the entries that a change modifies. A stored entry may violate a newer rule or the latest revision;
 * this must not block a change of another entry. Throws unprocessable.
 */
export function checkChangedEntries(
  content: ConfigContent,
  { before, ...against }: Omit<ValidationContext, 'destinationsBefore'> & { before: ConfigContent },
): ConfigContent {
  return checkContent(
    content,
    { ...against, destinationsBefore: configDestinationNames(before) },
    ({ path, rule }) => rule === 'duplicate-read-object' || !isUnchanged(entryAt(before, path), entryAt(content, path)),
  );
}

/** The config entry that `path` is in: the three keys after `config` and `content`. */
function entryAt(content: ConfigContent, path: Path): unknown {
  return path
    .slice(2, 5)
    .reduce<unknown>(
      (value, key) => (isPlainObject(value) && Object.hasOwn(value, key) ? value[String(key)] : undefined),
      content,
    );
}

function isUnchanged(before: unknown, after: unknown): boolean {
  return before !== undefined && isDeepStrictEqual(before, after);
}

function invalidConfig(faults: Fault[]): Problem {
  const issues = faults.map(({ path, message, rule, suggestion }) => ({
    in: 'body' as const,
    name: path.join('.'),
    detail: `${message} (${rule})${suggestion ? ` ${suggestion}` : ''}`,
  }));
  return new Problem('unprocessable', 'The config does not fit the integration.', {
    issues,
    causes: issues.map(({ name, detail }) => `${name}: ${detail}`),
  });
}
