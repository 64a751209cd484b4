type Random = () => number;
/** A cron text and its meaning, generated together, so that the test needs no parser. */
export type RandomCron = { text: string; isDay(date: Date): boolean; times: readonly number[] };

type Field = { text: string; values: ReadonlySet<number> };

const MONTHS = ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** mulberry32: makes the same numbers for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A random schedule with few minutes, hours near midnight and dates near the ends of months: these cause unusual gaps.
 */
export function aRandomCron(random: Random): RandomCron {
  const minute = chance(random, 0.6)
    ? list(random, 0, 59, 1 + Math.floor(random() * 2), [0, 5, 50, 55])
    : field(random, 0, 59, [0, 5, 50, 55]);
  const hour = field(random, 0, 23, [0, 1, 22, 23]);
  const day = chance(random, 0.5) ? star(1, 31) : field(random, 1, 31, [1, 28, 29, 30, 31]);
  const month = chance(random, 0.5) ? star(1, 12) : field(random, 1, 12, [1, 2, 3, 12], MONTHS);
  const weekday = chance(random, 0.5) ? star(0, 6) : field(random, 0, 6, [0, 1, 6], DAYS);
  const isEither = day.text !== '*' && weekday.text !== '*';
  return {
    text: [minute, hour, day, month, weekday].map(({ text }) => text).join(' '),
    isDay(date) {
      if (!month.values.has(date.getUTCMonth() + 1)) return false;
      const [byDay, byWeekday] = [day.values.has(date.getUTCDate()), weekday.values.has(date.getUTCDay())];
      return isEither ? byDay || byWeekday : byDay && byWeekday;
    },
    times: Array.from({ length: 1_440 }, (_, i) => i).filter(
      (i) => hour.values.has(Math.floor(i / 60)) && minute.values.has(i % 60),
    ),
  };
}

/** Texts that are nearly valid schedules; some are valid. */
export function garbledCron(random: Random): string {
  const bits = ['*', '0', '5', '59', '24', '31', '7', '12', '-', '/', ',', 'mon', '1-5', '*/2', '9-3'];
  const part = () =>
    chance(random, 0.6)
      ? '*'
      : Array.from({ length: 1 + Math.floor(random() * 3) }, () => bits[Math.floor(random() * bits.length)]).join('');
  return Array.from({ length: 5 }, part).join(' ');
}

function field(random: Random, low: number, high: number, likely: readonly number[], names?: readonly string[]): Field {
  const kind = random();
  if (kind < 0.2) return star(low, high);
  if (kind < 0.4) return stepped(low, high, 1 + Math.floor(random() * (high - low)), '*');
  if (kind < 0.6) {
    const from = low + Math.floor(random() * (high - low));
    const to = from + Math.floor(random() * (high - from + 1));
    return stepped(from, to, chance(random, 0.5) ? 1 : 1 + Math.floor(random() * 5), `${from}-${to}`);
  }
  return list(random, low, high, 1 + Math.floor(random() * 4), likely, names);
}

function list(
  random: Random,
  low: number,
  high: number,
  count: number,
  likely: readonly number[],
  names?: readonly string[],
): Field {
  const pick = () =>
    chance(random, 0.6)
      ? (likely[Math.floor(random() * likely.length)] ?? low)
      : low + Math.floor(random() * (high - low + 1));
  const values = Array.from({ length: count }, pick);
  const text = values.map((value) => (names && chance(random, 0.3) ? names[value] : String(value))).join(',');
  return { text, values: new Set(values) };
}

function star(low: number, high: number): Field {
  return stepped(low, high, 1, '*');
}

function stepped(low: number, high: number, by: number, text: string): Field {
  const values = new Set<number>();
  for (let value = low; value <= high; value += by) values.add(value);
  return { text: by === 1 ? text : `${text}/${by}`, values };
}

function chance(random: Random, share: number): boolean {
  return random() < share;
}
