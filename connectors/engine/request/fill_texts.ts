/**
 * Placeholders in the query and body texts of a provider file: `{object}` and `{objectType}`, the values of slots that
 * say `in: text`, what `texts` names, `{{.variables}}` of the connection, and `{parent.id}` of the record above. They are
 * filled in one pass, so that a value which looks like a placeholder stays a value, whoever it comes from. A text that is
 * nothing but a placeholder becomes the value itself, with its type.
 */
import { isObject, type Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { QueryLanguage } from '../file/query_facts.ts';
import { getPath } from '../json_path.ts';
import { parentText } from './parent_values.ts';
import { literal } from './query_language.ts';

export type Texts = Readonly<Record<string, Json>>;
/** The record above, and the language in which a quoted value of it is written. */
export type Above = { parent?: Json | undefined; quote?: QueryLanguage | undefined };

const PLACEHOLDER = /\{([A-Za-z]\w*)\}|\{\{\s*(\.\w+)\s*\}\}|(['"]?)\{parent\.([^{}]+)\}\3/g;
const WHOLE = /^(?:\{([A-Za-z]\w*)\}|\{\{\s*(\.\w+)\s*\}\})$/;
const WHOLE_PARENT = /^\{parent\.([^{}|]+)\}$/;

/** A text with its placeholders filled; those that are not known stay, since GraphQL has braces of its own. */
export function fillTexts(template: string, texts: Texts, above: Above = {}): Json {
  const found = WHOLE.exec(template);
  const whole = found?.[1] ?? found?.[2];
  if (whole !== undefined) return valueOf(whole, texts) ?? template;
  const key = above.parent === undefined ? undefined : WHOLE_PARENT.exec(template)?.[1];
  if (key !== undefined) return getPath(above.parent, key) ?? null;
  return template.replace(PLACEHOLDER, (all: string, name?: string, variable?: string, quote?: string, of?: string) => {
    if (of !== undefined) return ofParent(all, quote ?? '', of, above);
    const value = valueOf(name ?? variable ?? '', texts);
    if (value === undefined) return all;
    return variable ? plainText(value) : (scalarText(value) ?? '');
  });
}

/** The same for everything inside a body. */
export function fillBody(value: Json, texts: Texts, above: Above = {}): Json {
  if (typeof value === 'string') return fillTexts(value, texts, above);
  if (Array.isArray(value)) return value.map((one) => fillBody(one, texts, above));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillBody(part, texts, above)]));
}

/** In quotes it is a literal of the language, which brings its own: else a quote in it would end it, and begin another filter. */
function ofParent(all: string, sign: string, key: string, { parent, quote }: Above): string {
  if (parent === undefined) return all;
  const text = parentText(parent, key);
  if (sign === '') return text;
  if (quote) return literal(quote, text);
  throw new ProviderFailure('badRequest', "The provider file names no language for a parent's value in quotes.");
}

function valueOf(name: string, texts: Texts): Json | undefined {
  if (Object.hasOwn(texts, name)) return texts[name];
  if (!name.startsWith('.')) return undefined;
  throw new ProviderFailure('badRequest', `The connection has no value for the variable "${name.slice(1)}".`);
}

/** Inside a longer text, a connection's value is written as it stands: so it must be an id, and nothing else. */
function plainText(value: Json): string {
  const text = scalarText(value) ?? '';
  if (/^[\w.:@/+=-]*$/.test(text)) return text;
  throw new ProviderFailure('badRequest', 'The connection has a value that cannot stand in a query.');
}
