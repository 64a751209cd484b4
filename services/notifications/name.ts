import { isId } from '../../lib/ids/ids.ts';
import { Problem } from '../../lib/problem/problem.ts';

const TOPIC_NAME = /^[A-Za-z0-9-]{1,64}$/;
const DESTINATION_NAME = /^[A-Za-z0-9-]{1,100}$/;

/** Throws invalidArgument unless the topic name has 1 to 64 letters, digits and dashes. */
export function checkTopicName(name: string): void {
  if (!TOPIC_NAME.test(name)) throw invalidName(name, 'A topic name is 1 to 64 letters, digits and dashes.');
}

/**
 * Throws invalidArgument unless the name of a destination has 1 to 100 letters, digits and dashes. Manifests refer to
 * destinations by name, so a name may not have the form of an id.
 */
export function checkDestinationName(name: string): void {
  if (!DESTINATION_NAME.test(name))
    throw invalidName(name, 'A destination name is 1 to 100 letters, digits and dashes.');
  if (isId(name.toLowerCase())) throw invalidName(name, 'A destination name may not look like an id.');
}

function invalidName(value: string, detail: string): Problem {
  return new Problem('invalidArgument', detail, { issues: [{ in: 'body', name: 'name', detail, value }] });
}
