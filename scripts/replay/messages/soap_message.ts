import { readXml } from '../../../connectors/engine/answer/xml.ts';
import { elementAt } from '../../../connectors/engine/upserts/salesforce/salesforce_org.ts';
import { isObject, type Json } from '../../../lib/json/json.ts';

/**
 * Normalizes a body, so that equal messages have equal texts. A SOAP envelope is reduced to its message, without header
 * and white space; in a permission set the name is removed and the permissions are sorted. Other bodies are unchanged.
 */
export function messageOf(body: Json): Json {
  const envelope =
    typeof body === 'string' && body.startsWith('<') ? elementAt(readXml(body), 'Envelope', 'Body') : null;
  return envelope ? ordered(envelope) : body;
}

/** The operation of a SOAP body, because all SOAP requests have the same path; empty for other bodies. */
export function operationOf(body: Json | undefined): string {
  const message = typeof body === 'string' ? messageOf(body) : null;
  return isObject(message) ? (Object.keys(message)[0] ?? '') : '';
}

function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  const isPermissionSet = 'fieldPermissions' in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isPermissionSet || (key !== 'label' && key !== 'description'))
      .map(([key, part]) => [key, key === 'fieldPermissions' ? byField([part].flat()) : ordered(part)]),
  );
}

function byField(list: Json[]): Json[] {
  const text = (one: Json) => (isObject(one) ? String(one['field']) : '');
  return [...list].sort((a, b) => (text(a) < text(b) ? -1 : 1));
}
