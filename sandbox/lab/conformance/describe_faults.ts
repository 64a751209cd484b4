import { readMetadata } from '../../../connectors/engine/fields/metadata.ts';
import type { Lab } from '../lab.ts';
import { labTarget } from './read_everything.ts';
import type { ReadableObject } from './readable_objects.ts';
import { servedObjects } from './served_objects.ts';

/** Faults of objects whose metadata cannot be read or has no fields. */
export async function describeFaults(lab: Lab, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const object of servedObjects(lab, name)) faults.push(...(await objectFaults(lab, name, object)));
  return faults;
}

async function objectFaults(lab: Lab, name: string, { module, name: objectName }: ReadableObject): Promise<string[]> {
  const at = [module, objectName].filter(Boolean).join(' ');
  try {
    const { fields } = await readMetadata(labTarget(lab, name, { objectName, module }), lab.send, lab.epoch);
    return Object.keys(fields).length > 0 ? [] : [`${at}: its metadata has no fields`];
  } catch (error) {
    return [`${at}: its fields: ${(error as Error).message}`];
  }
}
