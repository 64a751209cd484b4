/** Finds the list of a written record, and the record in it. */

import { idOf } from '../../../connectors/engine/answer/record_id.ts';
import { parentKeys, parentText } from '../../../connectors/engine/request/parent_values.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { LabError } from '../lab_error.ts';
import { recordOf } from '../records/record_values.ts';
import type { Entry } from '../records/shelf.ts';
import type { LabList, World } from '../records/world.ts';
import type { ParsedWrite } from './parse_write.ts';

/** The list that a new record goes to. Throws LabError 404 if its parent does not exist. */
export function listForNew(world: World, asked: ParsedWrite): LabList {
  const [list] = listsOf(world, asked);
  if (list) return list;
  throw new LabError(404, 'The parent record does not exist.');
}

/** Throws LabError 404 for a record that does not exist, or no longer does. */
export function writtenEntry(world: World, asked: ParsedWrite): { list: LabList; entry: Entry } {
  for (const list of listsOf(world, asked)) {
    const entry = entryOf(list, asked.id);
    if (entry && !entry.isDeleted) return { list, entry };
  }
  throw new LabError(404, `There is no record "${asked.id}".`);
}

/** The lists of the object, narrowed by the parent that the path names, or that a new record refers to. */
function listsOf(world: World, { object, parents, sent, verb }: ParsedWrite): LabList[] {
  if (!object.spec.each) return [world.list(object)];
  const above = world.parents(object).filter(({ isGone }) => !isGone);
  const keys = parentKeys(object.spec);
  const isNamed = (texts: readonly (string | null)[]) =>
    above.filter(({ record }) =>
      texts.some((text) => text !== null && keys.some((key) => parentText(record, key) === text)),
    );
  const inPath = Object.values(parents);
  if (inPath.length > 0) return isNamed(inPath).map((parent) => world.list(object, parent));
  const referred = verb === 'create' ? isNamed(Object.values(sent).map(scalarText)) : [];
  return (referred.length > 0 ? referred : above).map((parent) => world.list(object, parent));
}

/** Finds an entry by its id. If the engine composes ids from records, composes the id of each record to compare it. */
function entryOf(list: LabList, id: string): Entry | undefined {
  const { shelf, shape, spec, facts } = list;
  const own = shelf.entries.find((entry) => entry.id === id);
  if (own || (shape.ids.length === 1 && !shape.ids[0]?.isUrl)) return own;
  return shelf.entries.find((entry) => idOf(recordOf(shape, entry, facts.name), spec.id) === id);
}
