import { Problem, type ProblemExtras } from './problem.ts';

/** The words for what a caller may ask for, as the API names them. */
type Resource =
  | 'API key'
  | 'billing account'
  | 'builder'
  | 'claimed domain'
  | 'connect session'
  | 'connection'
  | 'delivery'
  | 'destination'
  | 'installation'
  | 'installation of this integration'
  | 'integration'
  | 'invite'
  | 'JWT key'
  | 'object'
  | 'operation'
  | 'org'
  | 'project'
  | 'provider'
  | 'provider app'
  | 'revision'
  | 'route'
  | 'topic'
  | 'upload';

/** The one answer for what does not exist, and for what belongs to another project. */
export function notFound(resource: Resource, extras: ProblemExtras = {}): Problem {
  return new Problem('notFound', noSuch(resource), extras);
}

/** The same words for a problem of another kind: a reference in a body that leads nowhere. */
export function noSuch(resource: Resource): string {
  return `There is no such ${resource}.`;
}
