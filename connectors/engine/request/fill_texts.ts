/**
 * Placeholders in the query and body texts of a provider file: `{object}` and `{objectType}`, the values of slots that
 * say `in: text`, what `texts` names, and `{{.variables}}` of the connection. They are filled in one pass, so that a value which looks like a
 * placeholder stays a value. A text that is nothing but a placeholder becomes the value itself, with its type.
 */
import { isObject, type Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { ProviderFailure } from '../answer/failure.ts';

export type Texts = Readonly<Record<string, Json>>;

const PLACEHOLDER = /\{([A-Za-z]\w*)\}|\{\{\s*(\.\w+)\s*\}\}/g;
const WHOLE = /^(?:\{([A-Za-z]\w*)\}|\{\{\s*(\.\w+)\s*\}\})$/;

/** A text with its placeholders filled; those that are not known stay, since GraphQL has braces of its own. */
export function fillTexts(template: string, texts: Texts): Json {
  const found = WHOLE.exec(template);
  const whole = found?.[1] ?? found?.[2];
  if (whole !== undefined) return valueOf(whole, texts) ?? template;
  return template.replace(PLACEHOLDER, (all, name: string | undefined, variable: string | undefined) => {
    const value = valueOf(name ?? variable ?? '', texts);
    if (value === undefined) return all;
    return variable ? plainText(value) : (scalarText(value) ?? '');
  });
}

/** The same for everything inside a body. */
export function fillBody(value: Json, texts: Texts): Json {
  if (typeof value === 'string') return fillTexts(value, texts);
  if (Array.isArray(value)) return value.map((one) => fillBody(one, texts));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillBody(part, texts)]));
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
