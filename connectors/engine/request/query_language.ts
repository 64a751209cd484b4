/**
 * Query languages that providers take inside a text: SOQL, OData filters, encoded queries. What goes in comes from
 * tenants, so every value is written as a literal of its language and every name has to be a name: nothing that is
 * asked for can become a condition of its own.
 */
import { ProviderFailure } from '../answer/failure.ts';
import { pathKeys } from '../json_path.ts';
import type { FilterValue, QueryLanguage } from '../file/query_facts.ts';

type Rules = {
  text: (value: string) => string;
  /** Numbers are quoted too. */
  quotesNumbers?: true;
  /** Between the levels of a nested name; a dot unless said. */
  nested?: string;
  /** What each level of a name may be, where it is less than `NAME`. */
  name?: RegExp;
};

const NAME = /^[A-Za-z_]\w*$/;
/** Joining words and literals: where one of them stands for a field, the condition says something else. */
const NO_NAME = /^(and|or|not|null|true|false)$/i;

const backslashed = (quote: string) => (value: string) =>
  quote + value.replace(/[\\'"]/g, (sign) => (sign === '\\' || sign === quote ? `\\${sign}` : sign)) + quote;
const lineSafe = (write: (value: string) => string) => (value: string) =>
  write(value).replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
const doubled = (value: string) => `'${value.replaceAll("'", "''")}'`;

const LANGUAGES: Record<QueryLanguage, Rules> = {
  soql: { text: lineSafe(backslashed("'")) },
  coql: { text: lineSafe(backslashed("'")) },
  gaql: { text: lineSafe(backslashed("'")) },
  jql: { text: lineSafe(backslashed('"')) },
  quickbooks: { text: backslashed("'"), quotesNumbers: true },
  odata: { text: doubled, nested: '/' },
  suiteql: { text: doubled },
  scim: { text: (value) => JSON.stringify(value) },
  search: { text: backslashed('"') },
  klaviyo: { text: backslashed("'") },
  // Words of the language are capitals that stand right before a name: `NQactive=true` is "or all that are active".
  serviceNow: { text: encoded, name: /^[a-z][a-z0-9_]*$/ },
  xero: { text: lineSafe(backslashed('"')) },
};

/** A caret ends a condition and a doubled one is a caret; `javascript:` is run by the instance instead of compared. */
function encoded(value: string): string {
  if (/^\s*javascript:/i.test(value) || /[\r\n]/.test(value))
    throw new ProviderFailure('badRequest', 'A filter value may not be a script or hold line breaks.');
  return value.replaceAll('^', '^^');
}

/** A value as the language writes it. */
export function literal(language: QueryLanguage, value: FilterValue): string {
  const { text, quotesNumbers } = LANGUAGES[language];
  if (typeof value === 'string') return text(noControls(value));
  if (value === null || typeof value === 'boolean') return String(value);
  return quotesNumbers ? text(String(value)) : String(value);
}

/** A field's name, `$['a']['b']` too, as the language writes it. Throws ProviderFailure `badRequest` when it is none. */
export function nameIn(language: QueryLanguage, field: string): string {
  const keys = field.startsWith('$[') ? pathKeys(field).map(String) : field.split('.');
  const { name = NAME, nested = '.' } = LANGUAGES[language];
  if (keys.every((key) => name.test(key) && !NO_NAME.test(key))) return keys.join(nested);
  throw new ProviderFailure('badRequest', `"${field.slice(0, 60)}" is no field that can be filtered by.`);
}

/** No language has a use for NUL and its neighbours, and some stop reading there. */
function noControls(value: string): string {
  const isControl = (sign: string) => sign < ' ' && !'\t\n\r'.includes(sign);
  if (![...value].some(isControl)) return value;
  throw new ProviderFailure('badRequest', 'A filter value may not hold control characters.');
}
