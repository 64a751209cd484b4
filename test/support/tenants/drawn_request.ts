import type { Operation } from '../../../gateway/contract/document.ts';
import { type Answer, request } from '../platform.ts';

/** A request before it is serialized: parameters by name, and the body if there is one. */
export type Drawn = { path: Record<string, string>; query: Record<string, string>; body?: unknown };

export function addressOf({ base, path }: Pick<Operation, 'base' | 'path'>, drawn: Drawn): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(drawn.path[name] ?? ''));
  const query = new URLSearchParams(drawn.query).toString();
  return `${base === '/' ? '' : base}${filled}${query && `?${query}`}`;
}

export function send(
  origin: string,
  operation: Operation,
  drawn: Drawn,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const text = drawn.body === undefined ? undefined : JSON.stringify(drawn.body);
  return request(origin, operation.method.toUpperCase(), addressOf(operation, drawn), {
    headers: { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) },
    ...(text !== undefined && { body: text }),
  });
}

type Place = { in: 'path' | 'query' | 'body'; at: string[]; insteadOf: string[] };

/** A copy of the request with another value at one place. Creates missing objects on the path to it. */
export function withValue(drawn: Drawn, place: Place, value: unknown): Drawn {
  const copy = structuredClone(drawn) as Record<string, unknown>;
  for (const other of place.insteadOf) delete (copy['body'] as Record<string, unknown>)[other];
  let holder = copy;
  for (const step of [place.in, ...place.at.slice(0, -1)]) {
    if (typeof holder[step] !== 'object' || holder[step] === null) holder[step] = {};
    holder = holder[step] as Record<string, unknown>;
  }
  holder[place.at.at(-1) ?? ''] = value;
  return copy as Drawn;
}
