import { setFlagsFromString } from 'node:v8';

/**
 * Has garbage collected when the heap has grown by a third over what is in use, instead of doubled: a read moves many
 * times its own size in pages and bodies, each for a moment (docs/adr/0009). Call it first in a main.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=33');
}
