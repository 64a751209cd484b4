/** The mutation in a GraphQL body with the values of its variables, so that two spellings can be compared. */
import { isObject, type Json, type JsonObject, parseJson } from '../../../lib/json/json.ts';

export type GraphqlCall = { name: string; given: JsonObject };

const OPERATION = /^\s*mutation\b[^{]*\{\s*(\w+)\s*/;
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|\$\w+|[{}[\]():]|[^\s,{}[\]():"$]+)[\s,]*/y;

/**
 * Reads the call: `{customerDelete(input: {id: $id})}` with the variables `{id: "7"}` calls `customerDelete` with
 * `{input: {id: "7"}}`. Arguments without a value are left out, as in GraphQL. Null when the body is no mutation, or
 * one that this parser cannot read.
 */
export function graphqlCall(body: Json | undefined): GraphqlCall | null {
  const query = isObject(body) ? body['query'] : undefined;
  const start = typeof query === 'string' ? OPERATION.exec(query) : null;
  if (typeof query !== 'string' || !start) return null;
  const variables = isObject(body) && isObject(body['variables']) ? body['variables'] : {};
  const name = start[1] as string;
  if (query[start[0].length] !== '(') return { name, given: {} };
  const tokens = tokensOf(query, start[0].length + 1);
  const given = entries(tokens, ')', variables);
  return given && { name, given };
}

type Tokens = { next(): string | null };

function tokensOf(text: string, from: number): Tokens {
  const pattern = new RegExp(TOKEN);
  pattern.lastIndex = from;
  return { next: () => pattern.exec(text)?.[1] ?? null };
}

function entries(tokens: Tokens, end: string, variables: JsonObject): JsonObject | null {
  const found: JsonObject = {};
  for (let key = tokens.next(); key !== end; key = tokens.next()) {
    if (key === null || tokens.next() !== ':') return null;
    const first = tokens.next();
    const value = first === null ? null : valueOf(first, tokens, variables);
    if (value === null) return null;
    if (value.json !== undefined) found[key] = value.json;
  }
  return found;
}

/** Reads a value; null when the text is not valid. `json` is undefined for a variable without a value. */
function valueOf(first: string, tokens: Tokens, variables: JsonObject): { json: Json | undefined } | null {
  if (first.startsWith('$')) return { json: variables[first.slice(1)] };
  if (first === '{') {
    const json = entries(tokens, '}', variables);
    return json && { json };
  }
  if (first !== '[') return { json: scalarOf(first) };
  const list: Json[] = [];
  for (let token = tokens.next(); token !== ']'; token = tokens.next()) {
    const value = token === null ? null : valueOf(token, tokens, variables);
    if (value === null) return null;
    if (value.json !== undefined) list.push(value.json);
  }
  return { json: list };
}

/** A literal. A name that is no JSON is an enum value, which JSON variables contain as text. */
function scalarOf(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
