/** A keyset slice of a list: at most `limit` rows with ids after `after` (empty: from the start). */
type RpcKeyset = { after: string; limit: number };

/** Max rows per query, and max characters per answer: gRPC's limit is 4 MiB, and configs can be large. */
const MAX_ROWS_PER_QUERY = 100;
const MAX_CHARACTERS_PER_ANSWER = 1_000_000;

type ListedPage<Message> = { messages: Message[]; nextPageToken: string };

/**
 * One page of a list, with as many messages as fit. A page has at least one message if messages are left, so paging
 * always ends.
 */
export async function pageOfMessages<Message extends { id?: string }>(
  pageToken: string,
  list: (page: RpcKeyset) => Promise<Message[]>,
): Promise<ListedPage<Message>> {
  const rows = await list({ after: pageToken, limit: MAX_ROWS_PER_QUERY });
  const messages: Message[] = [];
  let characters = 0;
  for (const message of rows) {
    characters += JSON.stringify(message).length;
    if (messages.length > 0 && characters > MAX_CHARACTERS_PER_ANSWER) break;
    messages.push(message);
  }
  const isWhole = messages.length === rows.length && rows.length < MAX_ROWS_PER_QUERY;
  return { messages, nextPageToken: isWhole ? '' : (messages.at(-1)?.id ?? '') };
}
