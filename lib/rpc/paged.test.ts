import { describe, expect, it } from '@jest/globals';
import { pageOfMessages } from './paged.ts';

type Message = { id: string; text: string };

/** Reads a list to its end and returns the sizes of its pages. */
async function walk(all: Message[]): Promise<{ sizes: number[]; seen: string[] }> {
  const sizes: number[] = [];
  const seen: string[] = [];
  let token = '';
  do {
    const page = await pageOfMessages(token, async ({ after, limit }) => {
      const from = after === '' ? 0 : all.findIndex(({ id }) => id === after) + 1;
      return all.slice(from, from + limit);
    });
    sizes.push(page.messages.length);
    seen.push(...page.messages.map(({ id }) => id));
    token = page.nextPageToken;
  } while (token !== '');
  return { sizes, seen };
}

const many = (count: number, size: number): Message[] =>
  Array.from({ length: count }, (_, i) => ({ id: `id${i}`, text: 'x'.repeat(size) }));

describe('paged', () => {
  it.each([0, 1, 99, 100, 101, 250])('walks %d rows, each once', async (count) => {
    const all = many(count, 1);
    expect((await walk(all)).seen).toEqual(all.map(({ id }) => id));
  });

  it('makes pages smaller where rows are large, down to one', async () => {
    expect((await walk(many(5, 400_000))).sizes).toEqual([2, 2, 1]);
    expect((await walk(many(2, 3_000_000))).sizes).toEqual([1, 1]);
  });
});
