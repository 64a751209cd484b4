import type { Resolution } from './destination.ts';
import { error, type Fault, type Path } from '../../domain/fault.ts';

/** The fault of a name that means no destination; none without a resolution. */
export function unknownDestination(path: Path, name: string, resolution: Resolution): Fault[] {
  const found = resolution?.get(name);
  if (!resolution || found?.id) return [];
  if (found?.status === 'deleting')
    return [error(path, 'destination-exists', `The destination ${name} is being deleted.`, 'Name another one.')];
  const suggestion = found?.suggestion ? `Did you mean ${found.suggestion}?` : 'Create it first.';
  return [error(path, 'destination-exists', `The project has no destination named ${name}.`, suggestion)];
}
