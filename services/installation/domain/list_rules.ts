import { error, type Fault } from './manifest.ts';
import { child, textOf, type Spot } from './spot.ts';

/** A list that must not be empty; one that is missing or no list has been reported already. */
export function emptyList({ value, path }: Spot, rule: string): Fault[] {
  return Array.isArray(value) ? [error(path, rule, 'This list may not be empty.')] : [];
}

export function duplicates(spots: Spot[], key: string, rule: string): Fault[] {
  const seen = new Set<string>();
  return spots.flatMap((spot) => {
    const name = textOf(child(spot, key));
    if (name === undefined) return [];
    if (seen.has(name)) return [error(child(spot, key).path, rule, `${name} is here twice.`)];
    seen.add(name);
    return [];
  });
}
