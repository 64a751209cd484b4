/**
 * Literals and names of the query languages that providers accept: SOQL, OData filters, encoded queries. Values and
 * names come from tenants. Every value is escaped as a literal and every name is checked, so neither can inject a
 * condition.
 */
import { ProviderFailure } from '../answer/failure.ts';
import type { FilterValue, QueryLanguage } from '../file/query_facts.ts';
import { pathKeys } from '../json_path.ts';

type Rules = {
  text: (value: string) => string;
  /** Whether numbers are quoted. */
  quotesNumbers?: true;
  /** The separator of a nested name. Default: a dot. */
  nested?: string;
  /** The pattern of each level of a name. Default: `NAME`. */
  name?: RegExp;
};

const NAME = /^[A-Za-z_]\w*$/;
/** Operators and literals, which no field may be named after: the name would change the meaning of the condition. */
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
  // Operators are capital letters directly before a name: `NQactive=true` means OR active=true. So names must be lower
  // case.
  serviceNow: { text: encoded, name: /^[a-z][a-z0-9_]*$/ },
  xero: { text: lineSafe(backslashed('"')) },
};

/**
 * A value of a ServiceNow encoded query. A caret separates conditions, so it is doubled in values. The instance would
 * execute a value that starts with `javascript:`, so such a value is refused.
 */
function encoded(value: string): string {
  if (/^\s*javascript:/i.test(value) || /[\r\n]/.test(value))
    throw new ProviderFailure('badRequest', 'A filter value must not contain a script or line breaks.');
  return value.replaceAll('^', '^^');
}

/**
 * Writes a value as a literal of the language. Throws ProviderFailure `badRequest` when the language cannot express it.
 */
export function queryLiteral(language: QueryLanguage, value: FilterValue): string {
  const { text, quotesNumbers } = LANGUAGES[language];
  if (typeof value === 'string') return text(noControls(value));
  if (value === null || typeof value === 'boolean') return String(value);
  return quotesNumbers ? text(String(value)) : String(value);
}

/**
 * Writes a field name, or a path like `$['a']['b']`, in the language. Throws ProviderFailure `badRequest` if invalid.
 */
export function queryName(language: QueryLanguage, field: string): string {
  const keys = field.startsWith('$[') ? pathKeys(field).map(String) : field.split('.');
  const { name = NAME, nested = '.' } = LANGUAGES[language];
  if (keys.every((key) => name.test(key) && !NO_NAME.test(key))) return keys.join(nested);
  throw new ProviderFailure('badRequest', `"${field.slice(0, 60)}" is not a valid field name for a filter.`);
}

/**
 * Refuses control characters such as NUL, because some parsers stop there, and no query language needs control
 * characters.
 */
function noControls(value: string): string {
  const isControl = (sign: string) => sign < ' ' && !'\t\n\r'.includes(sign);
  if (![...value].some(isControl)) return value;
  throw new ProviderFailure('badRequest', 'A filter value must not contain control characters.');
}
