import { MASKED } from '../../../../lib/http/secret_mask.ts';
import { isObject, type Json, type JsonObject } from '../../../../lib/json/json.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { DestinationSecrets } from '../domain/destination_driver.ts';

/** Replaces masks in given metadata by stored values. Throws invalidArgument for a mask without a stored value. */
export function withStoredSecrets(given: Json, stored: JsonObject, { key }: Pick<DestinationSecrets, 'key'>): Json {
  if (!isObject(given)) return given;
  const secrets = given[key];
  if (!isObject(secrets)) return given;
  const entries = Object.entries(secrets).map(([name, value]): [string, Json] => [
    name,
    value === MASKED ? storedValue(name, stored[key], key) : value,
  ]);
  return { ...given, [key]: Object.fromEntries(entries) };
}

/** Names are compared without case, because names of headers are. */
function storedValue(name: string, stored: Json | undefined, key: string): Json {
  const found = Object.entries(isObject(stored) ? stored : {}).find(
    ([one]) => one.toLowerCase() === name.toLowerCase(),
  );
  if (found) return found[1];
  const detail = `${MASKED} stands for a stored value, and ${key} has no stored value of ${name}. Send its value.`;
  throw new Problem('invalidArgument', detail, { issues: [{ in: 'body', name: `metadata.${key}.${name}`, detail }] });
}

type Move = {
  before: JsonObject;
  after: JsonObject;
  /** The metadata as it was sent; undefined when its secrets were not sent. */
  sent: Json | undefined;
};

/**
 * Who may not see stored secrets may not send them to another receiver either. Throws permissionDenied when a stored
 * value that the caller did not send would go to another one.
 */
export function checkMove({ before, after, sent }: Move, { key, receiver }: DestinationSecrets): void {
  if (receiver(before) === receiver(after)) return;
  const given = isObject(sent) ? sent[key] : undefined;
  const names = Object.keys(after[key] ?? {});
  const stored = names.filter((name) => sent === undefined || (isObject(given) && given[name] === MASKED));
  if (stored.length === 0) return;
  throw new Problem('permissionDenied', `The stored values of the ${key} are not sent to another server.`, {
    remedy: `Send the values of all ${key} together with the new address, or ask an admin to change the address.`,
  });
}
