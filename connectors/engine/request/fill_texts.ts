/**
 * Fills the placeholders in the query and body texts of a provider file: `{object}` and `{objectType}`; slots with `in:
 * text`; the entries of `texts`; variables of the connection (`{{.name}}`); values of the parent record
 * (`{parent.id}`). All are filled in one pass, so a value that looks like a placeholder is not filled again. A text
 * that is a single placeholder becomes the value itself and keeps the value's type.
 */
import { isObject, type Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { QueryLanguage } from '../file/query_facts.ts';
import { getPath } from '../json_path.ts';
import { parentText } from './parent_values.ts';
import { queryLiteral } from './query_language.ts';

export type PlaceholderValues = Readonly<Record<string, Json>>;
/** The parent record, and the query language that quotes its values. */
export type ParentContext = { parent?: Json | undefined; quote?: QueryLanguage | undefined };

const PLACEHOLDER = /\{([A-Za-z]\w*)\}|\{\{\s*(\.\w+)\s*\}\}|(['"]?)\{parent\.([^{}]+)\}\3/g;
const WHOLE = /^(?:\{([A-Za-z]\w*)\}|\{\{\s*(\.\w+)\s*\}\})$/;
const WHOLE_PARENT = /^\{parent\.([^{}|]+)\}$/;

/** Fills the placeholders of one text. Keeps unknown placeholders, because GraphQL also uses braces. */
export function fillTexts(template: string, texts: PlaceholderValues, above: ParentContext = {}): Json {
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

/** Fills the placeholders in all strings of a body, at any depth; its keys stay as they are. */
export function fillBody(value: Json, texts: PlaceholderValues, above: ParentContext = {}): Json {
  if (typeof value === 'string') return fillTexts(value, texts, above);
  if (Array.isArray(value)) return value.map((one) => fillBody(one, texts, above));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillBody(part, texts, above)]));
}

/**
 * The value of a parent record. A placeholder in quotes becomes a literal of the query language, with its quotes and
 * escapes, so that a quote inside the value cannot end the literal and start another condition (injection).
 */
function ofParent(all: string, sign: string, key: string, { parent, quote }: ParentContext): string {
  if (parent === undefined) return all;
  const text = parentText(parent, key);
  if (sign === '') return text;
  if (quote) return queryLiteral(quote, text);
  throw new ProviderFailure('badRequest', "The provider file quotes a parent's value but declares no where.quote.");
}

function valueOf(name: string, texts: PlaceholderValues): Json | undefined {
  if (Object.hasOwn(texts, name)) return texts[name];
  if (!name.startsWith('.')) return undefined;
  throw new ProviderFailure('badRequest', `The connection has no value for the variable "${name.slice(1)}".`);
}

/** The value of a variable inside a longer text. It is not escaped, so only characters of ids are allowed. */
function plainText(value: Json): string {
  const text = scalarText(value) ?? '';
  if (/^[\w.:@/+=-]*$/.test(text)) return text;
  throw new ProviderFailure('badRequest', 'A variable of the connection has characters that a query does not allow.');
}
