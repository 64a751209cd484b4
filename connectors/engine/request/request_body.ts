import { isObject, type Json, type JsonObject, stringifyJson } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { writeXml, type Xml, type XmlElements } from '../answer/xml.ts';
import type { ReadSpec } from '../file/provider.ts';

export const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml',
};

/** Serializes a request body in the format that the file declares. */
export function bodyText(body: JsonObject, send: ReadSpec['send']): string {
  if (send === 'xml') return `<?xml version="1.0" encoding="UTF-8"?>${writeXml(elements(body))}`;
  if (send !== 'form') return stringifyJson(body);
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(body)) form.set(key, scalarText(value) ?? '');
  return form.toString();
}

/** Converts scalars to text. Omits elements whose value is null. */
function elements(body: JsonObject): XmlElements {
  const element = (value: Json): Xml => (isObject(value) ? elements(value) : (scalarText(value) ?? ''));
  return Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, Array.isArray(value) ? value.map(element) : element(value)]),
  );
}
