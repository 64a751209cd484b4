import { findObject } from '../../../connectors/engine/objects/objects.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import type { Narrowing } from '../answers/expected_records.ts';
import type { Lab } from '../lab.ts';
import { labTarget, readEverything } from './read_everything.ts';
import type { ReadableObject } from './readable_objects.ts';
import { servedObjects } from './served_objects.ts';

/** A small page size, so that every list has several pages. */
const PAGE = 3;
/** Bounds within the 90 days before the lab's epoch, in which its records were updated. */
export const SINCE = '2025-11-17T12:00:00.000Z';
const UNTIL = '2025-12-15T12:00:00.000Z';

/** Faults of lists that are not read completely, or that a time filter does not narrow as declared. */
export async function readFaults(lab: Lab, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const object of servedObjects(lab, name)) {
    const { since, until, narrowed, where } = findObject(lab.provider(name), object.module, object.name).spec;
    const hasSince = since ?? narrowed?.since ?? where?.since;
    const narrowing = {
      ...(hasSince && { since: SINCE }),
      ...((until ?? narrowed?.until ?? where?.until) && { until: UNTIL }),
    };
    faults.push(...(await listFaults(lab, name, object, {})));
    if (hasSince) faults.push(...(await listFaults(lab, name, object, narrowing)));
  }
  return faults;
}

async function listFaults(lab: Lab, name: string, { module, name: objectName }: ReadableObject, narrowing: Narrowing) {
  const at = [module, objectName, ...Object.keys(narrowing)].filter(Boolean).join(' ');
  try {
    const wish = { objectName, module, pageSize: PAGE, ...narrowing };
    // A read in time windows ends at `now`, which must be the lab's epoch, as no record is newer.
    const read = await readEverything(labTarget(lab, name, wish), lab.send, { now: () => lab.epoch });
    const { windows } = findObject(lab.provider(name), module, objectName).spec;
    const texts = windows ? [...new Set(read.texts)] : read.texts;
    const wanted = lab.recordsOf(name, objectName, { module, ...narrowing }).map((record) => stringifyJson(record));
    return [...difference(at, wanted, texts), ...read.doubts.slice(0, 1).map((doubt) => `${at}: ${doubt}`)];
  } catch (error) {
    return [`${at}: ${(error as Error).message}`];
  }
}

/** Compares the records that were read with the expected ones, and reports the first difference. */
function difference(at: string, wanted: readonly string[], read: readonly string[]): string[] {
  if (stringifyJson([...wanted]) === stringifyJson([...read])) return [];
  const first = wanted.findIndex((text, i) => text !== read[i]);
  const place = first === -1 ? wanted.length : first;
  return [
    `${at}: ${read.length} of ${wanted.length} records were read; the first difference is record ${place + 1}: ` +
      `${(read[place] ?? 'nothing').slice(0, 120)} instead of ${(wanted[place] ?? 'nothing').slice(0, 120)}`,
  ];
}
