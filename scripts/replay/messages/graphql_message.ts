import { isObject, type Json } from '../../../lib/json/json.ts';

/**
 * The root fields of a GraphQL body, without their selections and the formatting. Null when the body is not GraphQL.
 */
export function graphqlRoots(body: Json | undefined): string | null {
  const query = isObject(body) ? body['query'] : undefined;
  if (typeof query !== 'string') return null;
  const selection = /^\s*(?:(?:query|mutation)\b[^{]*)?\{([\s\S]*)\}\s*$/.exec(query)?.[1];
  return selection === undefined ? null : rootsOf(selection).join(' ');
}

/** The body with its query reduced to the root fields. */
export function graphqlMessage(body: Json): Json {
  const roots = graphqlRoots(body);
  return roots === null || !isObject(body) ? body : { ...body, query: roots };
}

function rootsOf(selection: string): string[] {
  const flat = withoutBraces(selection).replace(/\([^)]*\)/g, ' ');
  return [...flat.matchAll(/\w+/g)].map(([name]) => name).sort();
}

function withoutBraces(text: string): string {
  let depth = 0;
  return [...text]
    .filter((sign) => {
      if (sign === '{') depth += 1;
      if (sign === '}') depth -= 1;
      return depth === 0 && sign !== '}';
    })
    .join('');
}
