import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage when the heap has grown by a third over the live objects, not only when it has doubled: a
 * read allocates many short-lived pages and bodies (docs/adr/0009). Call it first in a main.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=33');
}
