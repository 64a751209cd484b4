import { Buffer } from 'node:buffer';
import { isId } from '../../lib/ids/ids.ts';
import { invalidPageToken } from '../../lib/ids/page_token.ts';

/** One page of a list from a service. `nextPageToken` is the id of its last item, or empty on the last page. */
type LoadedPage<Message> = { items: Message[]; nextPageToken: string };

/** An item of a list. Its id is the token of the next page. `json` is called only when the item is written. */
export type ListItem = { id: string; json: () => object };

/**
 * The answer of a list handler, before anything is loaded. The router writes it page by page as an array
 * (write_list.ts): all items, or, when the request has `pageSize` or `pageToken`, a part with a `Link` to the next one.
 */
export type ListAnswer = {
  isList: true;
  /** The requested part; undefined for all items. */
  part: { size: number; after: string } | undefined;
  load(after: string): Promise<LoadedPage<ListItem>>;
};

type ListQuery = { pageSize?: number; pageToken?: string };
type LoadPage<Message> = (after: string) => Promise<LoadedPage<Message>>;

const DEFAULT_SIZE = 100;

/**
 * Makes the answer of a list operation. `load` fetches the page after an id ('' for the first page); `toJson` makes the
 * JSON of an item. Throws invalidArgument for an unknown page token.
 */
export function listAnswer<Message extends { id: string }>(
  { pageSize, pageToken }: ListQuery,
  { load, toJson }: { load: LoadPage<Message>; toJson: (message: Message) => object },
): ListAnswer {
  const isPart = pageSize !== undefined || pageToken !== undefined;
  return {
    isList: true,
    part: isPart ? { size: pageSize ?? DEFAULT_SIZE, after: pageToken ? readPageToken(pageToken) : '' } : undefined,
    async load(after) {
      const { items, nextPageToken } = await load(after);
      return { items: items.map((message) => ({ id: message.id, json: () => toJson(message) })), nextPageToken };
    },
  };
}

/** Loads pages of a list for which the service returns all items at once, ordered by id. */
export function loadedAtOnce<Message extends { id: string }>(
  list: () => Promise<Message[]>,
  order: 'oldestFirst' | 'newestFirst' = 'oldestFirst',
): LoadPage<Message> {
  const isAfter = (id: string, after: string) => (order === 'oldestFirst' ? id > after : id < after);
  return async (after) => ({
    items: (await list()).filter(({ id }) => after === '' || isAfter(id, after)),
    nextPageToken: '',
  });
}

export function isListAnswer(answer: unknown): answer is ListAnswer {
  return typeof answer === 'object' && answer !== null && 'isList' in answer;
}

/** A list without the items that `isShown` rejects. */
export function filterList(list: ListAnswer, isShown: (json: object) => boolean): ListAnswer {
  return {
    ...list,
    async load(after) {
      const { items, nextPageToken } = await list.load(after);
      return { items: items.filter(({ json }) => isShown(json())), nextPageToken };
    },
  };
}

const TOKEN_PREFIX = 'l1:';

export function pageTokenOf(id: string): string {
  return Buffer.from(TOKEN_PREFIX + id).toString('base64url');
}

function readPageToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString('latin1');
  const id = text.slice(TOKEN_PREFIX.length);
  if (text.startsWith(TOKEN_PREFIX) && isId(id)) return id;
  throw invalidPageToken('Must be the one in the Link header of an earlier response.');
}
