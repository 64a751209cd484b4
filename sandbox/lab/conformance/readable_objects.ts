import type { Provider } from '../../../connectors/engine/file/provider.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';

export type ReadableObject = { module: string | undefined; name: string };

/** Every object of the file that can be read. An object family and `anyObject` get an example name. */
export function readableObjects(provider: Provider): ReadableObject[] {
  const of = (module: string | undefined, objects: object = {}, anyObject?: string): ReadableObject[] => [
    ...Object.keys(objects).map((name) => ({ module, name: example(name) })),
    ...(anyObject ? [{ module, name: 'lab_objects' }] : []),
  ];
  const { objects, anyObject, modules = {} } = provider;
  const all = [
    ...of(undefined, objects, anyObject),
    ...Object.entries(modules).flatMap(([name, own]) => of(name, own.objects, own.anyObject)),
  ];
  return all.filter(({ module, name }) => findObject(provider, module, name).spec.unreadable === undefined);
}

function example(name: string): string {
  return name.replace(/\{(\w+)\}/g, 'lab_$1');
}
