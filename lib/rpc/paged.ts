/** A stretch of a list: what comes after this id (empty: from its beginning), and how many rows of it. */
export type Page = { after: string; limit: number };

/** Rows of one query, and how much of them one answer carries: gRPC takes 4 MiB and configs may be large. */
const LIMIT = 100;
const MOST_CHARACTERS = 1_000_000;

type Listed<Message> = { messages: Message[]; nextPageToken: string };

/** One page of a list as messages, cut where they grow too large; at least one goes along, so a list always ends. */
export async function paged<Message extends { id?: string }>(
  pageToken: string,
  list: (page: Page) => Promise<Message[]>,
): Promise<Listed<Message>> {
  const rows = await list({ after: pageToken, limit: LIMIT });
  const messages: Message[] = [];
  let characters = 0;
  for (const message of rows) {
    characters += JSON.stringify(message).length;
    if (messages.length > 0 && characters > MOST_CHARACTERS) break;
    messages.push(message);
  }
  const isWhole = messages.length === rows.length && rows.length < LIMIT;
  return { messages, nextPageToken: isWhole ? '' : (messages.at(-1)?.id ?? '') };
}
