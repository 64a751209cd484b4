type Answer<T> = { items: T[]; nextPageToken: string };

/** The public list is a bare array; inside it comes in pages, which also keeps every answer below gRPC's limit. */
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
