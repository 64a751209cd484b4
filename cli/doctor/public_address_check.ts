import { LOOPBACK_HOST } from '../../lib/url/loopback.ts';
import { type Check, checkLine, messageOf } from './check.ts';

const TIMEOUT_MS = 10_000;

type Answer = { status: number; location: string | undefined; json: Record<string, unknown> | undefined };

/**
 * Calls the public address from this machine, as a browser would.
 *
 * @param publicUrl the value of CAUSEWAY_PUBLIC_URL
 */
export async function publicAddressChecks(publicUrl: string): Promise<Check[]> {
  return [scheme(publicUrl), await answers(publicUrl)];
}

function scheme(publicUrl: string): Check {
  const line = checkLine('public address', 'CAUSEWAY_PUBLIC_URL');
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return line.ok(publicUrl);
  if (LOOPBACK_HOST.test(hostname)) return line.ok(`${publicUrl}, which only this machine reaches`);
  return line.warning(
    `${publicUrl} is not https: keys, tokens and records cross the network in clear text.`,
    'Put a proxy with TLS in front, and set its https:// origin (docs/guides/running.md, Behind a proxy).',
  );
}

async function answers(publicUrl: string): Promise<Check> {
  const line = checkLine('public address', publicUrl);
  let ready: Answer;
  let refused: Answer;
  try {
    [ready, refused] = await Promise.all([ask(`${publicUrl}/readyz`), ask(`${publicUrl}/v1/doctor`)]);
  } catch (err) {
    return line.error(
      `It does not answer from here (${messageOf(err)}).`,
      'Start Causeway, and see that DNS, proxy and certificate lead there. Where a pod may not call its own public address, ask from a machine that may.',
    );
  }
  if (ready.location)
    return line.error(
      `It redirects to ${ready.location}.`,
      'Set CAUSEWAY_PUBLIC_URL to the address where the redirects end.',
    );
  const { status, dependencies } = ready.json ?? {};
  if (typeof status !== 'string' || typeof dependencies !== 'object')
    return line.error(
      `What answers there is not Causeway (status ${ready.status}).`,
      'Let the proxy pass every path to the port of the gateway, without changing it.',
    );
  const own = originOf(refused);
  if (own !== undefined && own !== publicUrl)
    return line.error(
      `The Causeway that answers there has the public address ${own}: its links and callbacks lead there.`,
      'Set the same CAUSEWAY_PUBLIC_URL for all processes, and restart them.',
    );
  const todo = 'Look at the parts that it names, and at their logs.';
  if (status !== 'ready') return line.error(stateText(status, ready.json ?? {}), todo);
  if (downIn(ready.json ?? {}).length > 0) return line.warning(stateText(status, ready.json ?? {}), todo);
  return line.ok('answers from here, ready');
}

async function ask(url: string): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await response.text();
  return { status: response.status, location: response.headers.get('location') ?? undefined, json: parsed(text) };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The public address that the answering gateway is configured with: the type of a problem document begins with it. */
function originOf({ json }: Answer): string | undefined {
  return /^(https?:\/\/.+)\/problems\/[^/]+$/.exec(String(json?.['type']))?.[1];
}

function downIn({ dependencies }: Record<string, unknown>): string[] {
  const states = Object.entries(dependencies as Record<string, string>);
  return states.filter(([, state]) => state !== 'serving').map(([name, state]) => `${name} is ${state}`);
}

const STATES: Readonly<Record<string, string>> = { ready: 'ready', notReady: 'not ready', draining: 'draining' };

function stateText(status: string, answer: Record<string, unknown>): string {
  const faults = Array.isArray(answer['faults']) ? answer['faults'].map(String) : [];
  return `${[`It answers and is ${STATES[status] ?? status}`, ...downIn(answer), ...faults].join('; ')}.`;
}
