import process from 'node:process';
import { StartFault } from '../problem/start_fault.ts';
import { isUrl } from '../url/is_url.ts';
import { formerNames } from './former_names.ts';

/** One setting: its environment variable, default and description. `secret`: the value is never printed. */
export type Setting<T> = {
  name: string;
  /** The former environment variable; read when `name` is unset. */
  formerName?: string | undefined;
  doc: string;
  secret: boolean;
  fallback: string | undefined;
  parse(text: string): T;
};
export type Settings = Record<string, Setting<unknown>>;
export type SettingValues<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };
export type Environment = Record<string, string | undefined>;

function newSetting<T>(
  name: string,
  fallback: string | undefined,
  doc: string,
  parse: (text: string) => T,
  secret = false,
): Setting<T> {
  return { name, formerName: formerNames[name], doc, secret, fallback, parse };
}

export function textSetting(name: string, fallback: string | undefined, doc: string): Setting<string> {
  return newSetting(name, fallback, doc, (value) => value);
}

/** Text that must match `isFormed`; `wanted` describes the form in the error. Empty text is allowed. */
export function patternSetting(name: string, doc: string, { isFormed, wanted }: TextPattern): Setting<string> {
  return newSetting(name, '', doc, (value) => {
    if (value !== '' && !isFormed(value)) throw new Error(`must be ${wanted}`);
    return value;
  });
}

/**
 * An http(s) URL to which paths are appended. Returned without a trailing slash. May be empty only if the default is
 * empty.
 */
export function baseAddress(name: string, fallback: string, doc: string): Setting<string> {
  return newSetting(name, fallback, doc, (value) => {
    if (value === '' && fallback === '') return value;
    const url = isUrl(value) ? new URL(value) : null;
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
    if (!isPlain)
      throw new Error('must be an http:// or https:// address without a query, such as https://causeway.example.com');
    return value.replace(/\/+$/, '');
  });
}

type TextPattern = { isFormed(text: string): boolean; wanted: string };

/** A text that is never printed. */
export function secretSetting(name: string, fallback: string | undefined, doc: string): Setting<string> {
  return newSetting(name, fallback, doc, (value) => value, true);
}

export function intSetting(
  name: string,
  fallback: number,
  doc: string,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
): Setting<number> {
  return newSetting(name, String(fallback), doc, (value) => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  });
}

/** A duration in milliseconds. */
export function msSetting(name: string, fallback: number, doc: string): Setting<number> {
  return intSetting(name, fallback, `${doc} (milliseconds)`);
}

export function boolSetting(name: string, fallback: boolean, doc: string): Setting<boolean> {
  return newSetting(name, fallback ? '1' : '0', doc, (value) => {
    if (['1', 'true', 'yes'].includes(value)) return true;
    if (['0', 'false', 'no', ''].includes(value)) return false;
    throw new Error('must be 1 or 0');
  });
}

/** A comma-separated list of durations in milliseconds. */
export function millisecondsListSetting(name: string, fallback: readonly number[], doc: string): Setting<number[]> {
  return newSetting(name, fallback.join(','), `${doc} (milliseconds, comma-separated)`, (value) => {
    const numbers = value.split(',').map((part) => Number(part.trim() || NaN));
    if (numbers.some((number) => !Number.isInteger(number) || number < 0))
      throw new Error('must be whole numbers of milliseconds');
    return numbers;
  });
}

/** A comma-separated list. */
export function listSetting(name: string, fallback: string, doc: string): Setting<string[]> {
  return newSetting(name, fallback, `${doc} (comma-separated)`, (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );
}

export function choiceSetting<const T extends string>(
  name: string,
  fallback: T,
  options: readonly T[],
  doc: string,
): Setting<T> {
  return newSetting(name, fallback, `${doc} (${options.join(', ')})`, (value) => {
    const found = options.find((option) => option === value);
    if (!found) throw new Error(`must be one of ${options.join(', ')}`);
    return found;
  });
}

/** The environment variables, for a program that passes them to the processes it starts. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Reads every setting. Throws one StartFault that names all invalid settings. An empty value counts as unset. */
export function readSettings<S extends Settings>(
  settings: S,
  environment: Environment = process.env,
): SettingValues<S> {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const { name, text } = environmentValue(setting, environment);
    if (text === undefined) faults.push(`${name} is not set`);
    else {
      try {
        values[key] = setting.parse(text);
      } catch (error) {
        faults.push(`${name} ${error instanceof Error ? error.message : 'is not usable'}`);
      }
    }
  }
  if (faults.length > 0)
    throw new StartFault(`The configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return values as SettingValues<S>;
}

/** One sentence for each former name that is set. A process logs these sentences as warnings when it starts. */
export function formerNameWarnings(settings: Settings, environment: Environment = process.env): string[] {
  return Object.values(settings).flatMap(({ name, formerName }) => {
    if (!formerName || !environment[formerName]) return [];
    return environment[name]
      ? [`${formerName} is ignored: ${name}, its new name, is set too. Remove ${formerName}.`]
      : [`${formerName} is now called ${name}. Rename it: the old name stops working in 0.3.0.`];
  });
}

/** The value of a setting in the environment, and the name that it was read from. An empty value counts as unset. */
function environmentValue({ name, formerName, fallback }: Setting<unknown>, environment: Environment) {
  const isFormer = formerName !== undefined && !environment[name] && Boolean(environment[formerName]);
  const used = isFormer ? formerName : name;
  return { name: used, text: environment[used] || fallback };
}

/** The effective settings for the start-up log, with masked secrets. */
export function maskedSettings(settings: Settings, environment: Environment = process.env): Record<string, string> {
  return Object.fromEntries(
    Object.values(settings).map((setting) => {
      const value = environmentValue(setting, environment).text || '';
      return [setting.name, setting.secret && value ? '***' : value];
    }),
  );
}
