import type { Send } from '../../lib/http/outbound.ts';
import { stringifyJson } from '../../lib/json/json.ts';
import { callAuth } from '../../connectors/engine/auth/auth.ts';
import { type ReadOptions, type ReadTarget, readPage } from '../../connectors/engine/read/read.ts';
import type { Lab } from './lab.ts';

export type ReadWish = Partial<ReadTarget> & { objectName: string };
export type WholeRead = {
  /** The raw records, exact numbers and all. */
  texts: string[];
  pages: number;
};

/** A target that reads from the lab as the platform would, credentials and variables included. */
export function labTarget(lab: Lab, providerName: string, wish: ReadWish): ReadTarget {
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

export type WholeReadOptions = ReadOptions & { most?: number };

/** Reads an object from its first page to its last with the real engine. Throws when it takes more than `most` pages. */
export async function readEverything(
  target: ReadTarget,
  send: Send,
  { most = 2_000, ...options }: WholeReadOptions = {},
): Promise<WholeRead> {
  const texts: string[] = [];
  let cursor: string | null = null;
  for (let pages = 1; pages <= most; pages += 1) {
    const page = await readPage(target, cursor, send, options);
    texts.push(...page.records.map(({ raw }) => stringifyJson(raw)));
    if (page.next === null) return { texts, pages };
    cursor = page.next;
  }
  throw new Error(`"${target.objectName}" has no end after ${most} pages.`);
}
