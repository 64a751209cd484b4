import type { Naming } from '../file/query_facts.ts';

/**
 * Respells a name in the provider's style: `credit-notes` becomes creditNotes, CreditNotes, CreditNote or credit_notes.
 * A name with other characters than letters, digits, spaces, `_` and `-` is unchanged.
 */
export function respelled(name: string, { case: style, number }: Naming): string {
  if (!/^[\w -]+$/.test(name)) return name;
  const parts = wordsOf(name);
  const words = number === 'singular' ? [...parts.slice(0, -1), singular(parts.at(-1) ?? '')] : parts;
  if (style === 'snake' || style === 'kebab') return words.join(style === 'snake' ? '_' : '-').toLowerCase();
  if (style === undefined) return number ? singular(name) : name;
  const joined = words.map(capitalised).join('');
  return style === 'camel' ? joined.charAt(0).toLowerCase() + joined.slice(1) : joined;
}

/** A simple English singular, sufficient to match `account` with `accounts`. */
export function singular(word: string): string {
  if (/(ss|us|is)$/i.test(word)) return word;
  if (/[^aeiou]ies$/i.test(word)) return `${word.slice(0, -3)}y`;
  return /(ss|sh|ch|x|z|tus)es$/i.test(word) ? word.slice(0, -2) : word.replace(/s$/i, '');
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean);
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The GraphQL type of a list's entries: `issueLabels` becomes IssueLabel. */
export function objectType(name: string): string {
  return respelled(name, { case: 'pascal', number: 'singular' });
}
