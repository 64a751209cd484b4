import type { ObjectPlan } from '../file/object_plan.ts';
import type { Provider } from '../file/provider.ts';
import type { RefusalRule, WriteCall, WriteSpec, WriteVerb } from '../file/write_facts.ts';
import { findObject } from '../objects/objects.ts';
import { objectType, singular } from '../request/object_spelling.ts';

/** An object that can be written, and the `write` section of its spec. */
export type WritePlan = { object: ObjectPlan; write: WriteSpec };

/** How an object is written; null if the file declares no writes for it. Throws ProviderFailure `notFound`. */
export function writePlan(provider: Provider, module: string | undefined, objectName: string): WritePlan | null {
  const object = findObject(provider, module, objectName);
  const { write } = object.spec;
  if (!write || object.isUnknown) return null;
  return { object, write };
}

/** The call of a verb, with the defaults that all calls of the object share; undefined if the file has no such call. */
export function callOf({ object, write }: WritePlan, verb: WriteVerb): WriteCall | undefined {
  const call = write[verb];
  if (!call) return undefined;
  const { wrap, id, data, refused } = write;
  const whole: WriteCall = { ...present({ wrap, id, data, refused }), ...call };
  const fill = (text: string) => withNames(text, object.name);
  const filled = {
    wrap: whole.wrap && fill(whole.wrap),
    data: whole.data && fill(whole.data),
    idIn: whole.idIn && fill(whole.idIn),
    id: whole.id === undefined ? undefined : [whole.id].flat().map(fill),
    refused:
      whole.refused && ([whole.refused].flat() as RefusalRule[]).map((one) => ({ ...one, path: fill(one.path) })),
  };
  return { ...whole, ...present(filled) };
}

/** Whether the path of the call is known. An object that is read below a parent has no path for writes by default. */
export function hasPath({ object, write }: WritePlan, { path }: WriteCall): boolean {
  if (path !== undefined && !path.startsWith('/{id}')) return true;
  const at = write.at ?? object.spec.path;
  return at !== undefined && at !== '' && !at.includes('{parent.');
}

export function withNames(text: string, name: string): string {
  return text
    .replaceAll('{object}', () => name)
    .replaceAll('{objectType}', () => objectType(name))
    .replaceAll('{singular}', () => singular(name));
}

function present<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
