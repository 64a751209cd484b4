type Answer<T> = { items: T[]; nextPageToken: string };

/** Collects all pages of an RPC into the bare array of the public list. Pages stay below gRPC's message limit. */
export async function allPages<T>(list: (pageToken: string) => Promise<Answer<T>>): Promise<T[]> {
  const all: T[] = [];
  let pageToken = '';
  do {
    const { items, nextPageToken } = await list(pageToken);
    all.push(...items);
    pageToken = nextPageToken;
  } while (pageToken !== '');
  return all;
}
