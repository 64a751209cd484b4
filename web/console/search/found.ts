/** One result of a search, and the address of its page in the console. */
export type SearchResult = { kind: string; text: string; address: string };

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** The first id in a text, such as a pasted address or line of a log; empty when there is none. */
export function idIn(text: string): string {
  return ID.exec(text)?.[0].toLowerCase() ?? '';
}

/** A longer list is no help: the user types more of the name instead. */
const MAX_OF_KIND = 8;

/** The items with a name that contains the text, ignoring case. Names that begin with the text come first. */
export function findByName<T>(all: readonly T[], text: string, namesOf: (one: T) => readonly string[]): T[] {
  const wanted = text.toLowerCase();
  const places = all.map((one) => {
    const at = namesOf(one).map((name) => name.toLowerCase().indexOf(wanted));
    return { one, at: Math.min(...at.map((found) => (found < 0 ? Number.POSITIVE_INFINITY : Math.min(found, 1)))) };
  });
  return places
    .filter(({ at }) => at !== Number.POSITIVE_INFINITY)
    .sort((a, b) => a.at - b.at)
    .slice(0, MAX_OF_KIND)
    .map(({ one }) => one);
}
