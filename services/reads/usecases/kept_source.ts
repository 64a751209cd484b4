import type { OutboundRequest, Send } from '../../../lib/http/outbound.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { KeptCall, KeptPage } from '../domain/kept_page.ts';
import { questionOf } from './keep_page.ts';

/** A `send` that knows no network: it answers what was answered when the page was read. */
export type KeptSource = { send: Send; counts: { exact: number; byOrder: number } };

type Question = Pick<KeptCall, 'method' | 'url' | 'bodyHash'>;

/**
 * Each answer is given once. One to the very same question goes first; a newer config may ask for other fields or another
 * number of records, so the next best is the next one of the same method and path. For what was not kept there is a
 * problem, never a call. `network` is only for the test that shows that this file is what keeps it away.
 */
export function keptSource(
  page: KeptPage,
  bodyOf: (address: string) => Promise<string>,
  { rules, network }: { rules: Rules; network: Send },
): KeptSource {
  const left = [...page.calls];
  const counts = { exact: 0, byOrder: 0 };

  function take(question: Question): KeptCall | undefined {
    const exact = left.findIndex((call) => isSame(call, question));
    const at = exact >= 0 ? exact : left.findIndex((call) => isAkin(call, question));
    if (at < 0) return undefined;
    counts[exact >= 0 ? 'exact' : 'byOrder'] += 1;
    return left.splice(at, 1)[0];
  }

  async function send(request: OutboundRequest) {
    const question = questionOf(request, page.secretParams);
    const call = take(question);
    if (!call && !rules.holds('offline')) return network(request);
    if (!call) throw notKept(question);
    if (call.address === null) throw tooLarge(question);
    return { status: call.status, headers: call.headers, text: await bodyOf(call.address) };
  }
  return { send, counts };
}

function isSame(one: Question, other: Question): boolean {
  return one.method === other.method && one.url === other.url && one.bodyHash === other.bodyHash;
}

function isAkin(one: Question, other: Question): boolean {
  return one.method === other.method && addressOf(one) === addressOf(other);
}

function addressOf({ url }: Question): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function notKept(question: Question): Problem {
  return new Problem(
    'unprocessable',
    `The replay asks for ${question.method} ${addressOf(question)}, which the original did not ask for.`,
  );
}

function tooLarge(question: Question): Problem {
  return new Problem(
    'unprocessable',
    `What ${question.method} ${addressOf(question)} answered was too large to be kept.`,
  );
}
