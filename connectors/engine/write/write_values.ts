/** Fills the placeholders of a call: the record and its id, the object's name, variables of the connection. */
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { getPath } from '../json_path.ts';
import { escapePath } from '../request/escape_path.ts';
import { fillPath, fillText, type Variables } from '../request/template.ts';
import { withNames } from './write_plan.ts';

export type WriteValues = {
  /** The object's name as the file spells it. */
  name: string;
  variables: Variables;
  /**
   * The record as it is sent: without the fields that only fill the path (`parents`), with its id where `idIn` says.
   */
  record: JsonObject;
  /** The record as the caller gave it. */
  given: JsonObject;
  id?: string | undefined;
  /** The provider's names of the wanted fields, for a get-by-id call. */
  fields?: readonly string[] | undefined;
};

const PLACE = /\{\{\s*\.(\w+)\s*\}\}|\{(record\.[^{}]+|\w+)\}/g;
const WHOLE = /^\{(record(?:\.[^{}]+)?|fields)\}$/;

/** Fills a path. Every value is escaped and stays within its segment. Throws ProviderFailure `badRequest`. */
export function filledPath(template: string, values: WriteValues): string {
  // Variables are filled first and escaped, so a brace in a variable does not become part of a placeholder.
  return fillPath(template, values.variables).replace(PLACE, (all, _variable, place: string) => {
    if (place === 'object') return escapePath(values.name);
    if (place === 'id') return segment(values.id, 'id of the record');
    if (place.startsWith('record.')) {
      const key = place.slice('record.'.length);
      return segment(scalarText(getPath(values.given, key)) ?? undefined, `record's "${key}"`);
    }
    const named = withNames(all, values.name);
    if (named !== all) return escapePath(named);
    throw new ProviderFailure('badRequest', `The path of the provider file has the unknown placeholder ${all}.`);
  });
}

/**
 * Escapes one path segment. Some servers decode an escaped slash before they resolve dot segments, so dot segments are
 * refused. Control characters are refused too.
 */
function segment(text: string | undefined, what: string): string {
  if (text === undefined || text === '')
    throw new ProviderFailure('badRequest', `The ${what} is missing. The provider's path needs it.`);
  const isSafe = !/\p{Cc}/u.test(text) && !text.split(/[/\\]/).some((part) => part === '.' || part === '..');
  try {
    if (isSafe) return encodeURIComponent(text);
  } catch {
    // A lone surrogate cannot be encoded as UTF-8, so the value is refused below.
  }
  throw new ProviderFailure('badRequest', `The ${what} has characters or dot segments that a path does not allow.`);
}

/** Fills every text of a body or a query value. Undefined when the text is a single placeholder without a value. */
export function filledValue(template: Json, values: WriteValues): Json | undefined {
  if (typeof template === 'string') return filledText(template, values);
  if (Array.isArray(template))
    return template.map((one) => filledValue(one, values)).filter((one) => one !== undefined);
  if (!isObject(template)) return template;
  const filled = Object.entries(template).map(([key, part]) => [key, filledValue(part, values)] as const);
  return Object.fromEntries(filled.filter(([, part]) => part !== undefined)) as JsonObject;
}

function filledText(template: string, values: WriteValues): Json | undefined {
  const whole = WHOLE.exec(template)?.[1];
  if (whole === 'record') return values.record;
  if (whole === 'fields') return values.fields?.length ? values.fields.join(',') : undefined;
  if (whole !== undefined) return getPath(values.given, whole.slice('record.'.length));
  return template.replace(PLACE, (all, variable: string | undefined, place: string) => {
    if (variable !== undefined) return fillText(all, values.variables);
    if (place === 'id') return values.id ?? '';
    if (place.startsWith('record.')) return scalarText(getPath(values.given, place.slice('record.'.length))) ?? '';
    return withNames(all, values.name);
  });
}
