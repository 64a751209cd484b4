import { readXml } from '../../connectors/hooks/xml.ts';
import { inside } from '../../connectors/hooks/salesforce_org.ts';
import { isObject, type Json } from '../../lib/json/json.ts';

/**
 * What a body says, so that two that say the same are the same: of a SOAP envelope the message itself, without header
 * and white space, without what a permission set is called and with what it permits in order. Other bodies as they are.
 */
export function messageOf(body: Json): Json {
  const envelope = typeof body === 'string' && body.startsWith('<') ? inside(readXml(body), 'Envelope', 'Body') : null;
  return envelope ? ordered(envelope) : body;
}

/** SOAP calls everything at one path: which operation, or nothing for other bodies. */
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
