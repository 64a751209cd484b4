import { findObject } from '../../../connectors/engine/objects/objects.ts';
import { filteredTime, filtersByTime } from '../../../connectors/engine/read/untimed_records.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import type { Lab } from '../lab.ts';
import { labTarget, readEverything } from './read_everything.ts';
import { SINCE } from './read_faults.ts';
import type { ReadableObject } from './readable_objects.ts';
import { servedObjects } from './served_objects.ts';

/**
 * The records that a time filter misses if new records lack the filtered time at first: one sentence for each time. The
 * lab must be `untimed`. A miss is no fault of the file: only the provider knows whether new records have the time.
 */
export async function untimedLosses(lab: Lab, name: string): Promise<string[]> {
  const byTime = new Map<string, Loss[]>();
  for (const object of servedObjects(lab, name)) {
    const { spec } = findObject(lab.provider(name), object.module, object.name);
    const time = filteredTime(spec);
    if (time === undefined || !filtersByTime(spec) || spec.timedFromCreation === true) continue;
    const lost = await lostIn(lab, name, object);
    if (lost.count > 0) byTime.set(time, [...(byTime.get(time) ?? []), lost]);
  }
  return [...byTime].map(([time, losses]) => lossText(time, losses));
}

/** `count` of the `all` expected records are missed. */
type Loss = { object: string; count: number; all: number };

const SHOWN = 3;

function lossText(time: string, losses: readonly Loss[]): string {
  const shown = losses.slice(0, SHOWN).map(({ object, count, all }) => `${count} of ${all} ${object}`);
  const more = losses.length > SHOWN ? ` and records of ${losses.length - SHOWN} more objects` : '';
  return `if new records have no ${time} at first, a filter by it misses ${shown.join(', ')}${more}`;
}

async function lostIn(lab: Lab, name: string, { module, name: objectName }: ReadableObject): Promise<Loss> {
  const target = labTarget(lab, name, { objectName, module, since: SINCE });
  const { texts } = await readEverything(target, lab.send, { now: () => lab.epoch });
  const read = new Set(texts);
  const wanted = lab.recordsOf(name, objectName, { module, since: SINCE }).map((record) => stringifyJson(record));
  const object = [module, objectName].filter(Boolean).join(' ');
  return { object, count: wanted.filter((text) => !read.has(text)).length, all: wanted.length };
}
