import { callAuth } from '../../../connectors/engine/auth/auth.ts';
import { type ReadOptions, type ReadTarget, readPage } from '../../../connectors/engine/read/read.ts';
import type { SendRequest } from '../../../lib/http/outbound.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import type { Lab } from '../lab.ts';

export type ReadWish = Partial<ReadTarget> & { objectName: string };
type WholeRead = {
  /** The raw records as JSON texts, with exact numbers. */
  texts: string[];
  pages: number;
  /** Why lists that ended may be incomplete. */
  doubts: string[];
};

/** A ReadTarget for the lab, with valid credentials and variables. */
export function labTarget(
  lab: Pick<Lab, 'provider' | 'variables' | 'credentials'>,
  providerName: string,
  wish: ReadWish,
): ReadTarget {
  const provider = lab.provider(providerName);
  const variables = lab.variables(providerName);
  return {
    provider,
    variables,
    auth: callAuth(provider, lab.credentials(providerName), variables),
    fields: [],
    ...wish,
  };
}

type WholeReadOptions = Partial<ReadOptions> & { max?: number };

/** Reads all pages of an object with the real engine. Throws an Error after `max` pages (default: 2,000). */
export async function readEverything(
  target: ReadTarget,
  send: SendRequest,
  { max = 2_000, now = Date.now, ...options }: WholeReadOptions = {},
): Promise<WholeRead> {
  const texts: string[] = [];
  const doubts: string[] = [];
  let cursor: string | null = null;
  for (let pages = 1; pages <= max; pages += 1) {
    const page = await readPage(target, cursor, send, { ...options, now });
    texts.push(...page.records.map(({ raw }) => stringifyJson(raw)));
    if (page.doubt !== undefined) doubts.push(page.doubt);
    if (page.next === null) return { texts, pages, doubts };
    cursor = page.next;
  }
  throw new Error(`"${target.objectName}" has more than ${max} pages.`);
}
