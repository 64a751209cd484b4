import { Problem } from '../../lib/problem/problem.ts';
import type { Operation } from './document.ts';

/** APIs of the specification that have no endpoints yet: the first segment of the path → the feature. */
const FEATURES_WITHOUT_ENDPOINT: Readonly<Record<string, string>> = { search: 'Searching' };

type MethodAndUrl = { method: string; url: string };
type ServedOperation = Pick<Operation, 'method' | 'base' | 'path'>;

/** The problem for a path without an endpoint. For an API in LATER, it says that this version does not have it. */
export function noEndpoint(asked: MethodAndUrl, operations: readonly ServedOperation[]): Problem {
  const [, base = ''] = /^\/(\w+)(?=[/?]|$)/.exec(asked.url) ?? [];
  const what = Object.hasOwn(FEATURES_WITHOUT_ENDPOINT, base) ? FEATURES_WITHOUT_ENDPOINT[base] : undefined;
  return what === undefined
    ? new Problem('notFound', 'No such endpoint.', { remedy: rightBase(asked, operations) })
    : new Problem('notFound', `${what} is not available yet in this version of Causeway.`, {
        remedy: 'Wait for a version that has it. GET /v1/providers says under support what this version can do.',
        context: { base },
      });
}

/** The remedy when the path exists under the other base: the paths under /v1 and /read/v1 are easy to confuse. */
export function rightBase({ method, url }: MethodAndUrl, operations: readonly ServedOperation[]): string | undefined {
  const [address = ''] = url.split('?');
  const [, own = '', rest = ''] = /^(\/read\/v1|\/v1|\/read)?(\/.*)$/.exec(address) ?? [];
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const found = operations.find((one) => one.base !== own && one.method === verb && patternOf(one.path).test(rest));
  if (!found) return undefined;
  const base = found.base === '/' ? '' : found.base;
  return `Call ${method} ${base}${found.path}: this endpoint is ${base ? `below ${base}` : 'not below a base path'}.`;
}

/** A parameter matches no colon: `{installationId}` must not match `…:pause`. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.:]/g, '\\$&').replace(/\{\w+\}/g, '[^/:]+')}$`);
}
