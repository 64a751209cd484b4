import { child, textOf } from '../../domain/node_at_path.ts';
import type { ConfigContent } from './config_content.ts';

/** The destinations that a config names itself. */
export function configDestinationNames(content: ConfigContent): string[] {
  const objects = [content.read, content.subscribe].flatMap((action) => Object.values(action?.objects ?? {}));
  const named = objects.map((object) => textOf(child({ value: object, path: [] }, 'destination')));
  return [...new Set(named.filter((name) => name !== undefined && name !== ''))] as string[];
}
