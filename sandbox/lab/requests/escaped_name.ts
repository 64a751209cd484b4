import { escapePath } from '../../../connectors/engine/request/escape_path.ts';

/** Escapes a name in a path as the engine does. The `{part}` placeholders of an object family are kept. */
export function escapedName(name: string): string {
  return name
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? part : escapePath(part)))
    .join('');
}
