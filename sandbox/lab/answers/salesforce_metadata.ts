/**
 * The part of Salesforce's APIs that creates custom fields: the Metadata API (SOAP), and the calls that make a new
 * field visible to the connecting user. `connectors/engine/upserts/salesforce/salesforce_fields.ts` calls them.
 */

import { writeXml, type XmlElements } from '../../../connectors/engine/answer/xml.ts';
import type { ValueType } from '../../../lib/fields/field_metadata.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { LabError } from '../lab_error.ts';
import type { LabAnswer, LabRequest } from '../lab_request.ts';
import type { SalesforceCall } from '../requests/routes.ts';
import type { Simulation } from '../simulation.ts';
import { json } from './json_answer.ts';

const TYPES: Readonly<Record<string, ValueType>> = {
  Checkbox: 'boolean',
  Date: 'date',
  DateTime: 'datetime',
  Picklist: 'singleSelect',
  MultiselectPicklist: 'multiSelect',
  Number: 'float',
};

export function salesforceAnswer(simulation: Simulation, call: SalesforceCall, request: LabRequest): LabAnswer {
  switch (call) {
    case 'permissionSets':
      return json(200, { totalSize: 1, done: true, records: [{ Id: '0PS000000000001', Name: 'lab' }] });
    case 'user':
      return json(200, { user_id: '005000000000001' });
    case 'assignment':
      return json(201, { id: '0Pa000000000001', success: true });
    case 'metadata':
      return metadata(simulation, request);
  }
}

/** Copies the access token from the SOAP header to the Authorization header, where other requests have it. */
export function withSession(request: LabRequest): LabRequest {
  const session = inside(request.json, 'Envelope', 'Header', 'SessionHeader')?.['sessionId'];
  return {
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${typeof session === 'string' ? session : ''}` },
  };
}

function metadata(simulation: Simulation, request: LabRequest): LabAnswer {
  const body = inside(request.json, 'Envelope', 'Body');
  const asked = inside(body, 'readMetadata');
  const given = inside(body, 'upsertMetadata');
  if (asked) return soap('readMetadata', { result: read(simulation, namesIn(asked)) });
  if (given) return soap('upsertMetadata', { result: listOf(given['metadata']).map((one) => upsert(simulation, one)) });
  throw new LabError(400, 'The lab has no such operation of the Metadata API.');
}

function read({ made }: Simulation, names: readonly string[]): XmlElements {
  const found = names.flatMap((name) => {
    const [object = '', field] = name.split('.');
    return (field === undefined ? made.others.get(name) : made.find(object, field)?.definition) ?? [];
  });
  return { records: found as unknown as XmlElements[] };
}

/** A name with a dot is a field (`Account.Score__c`), any other a permission set. */
function upsert({ made }: Simulation, elements: JsonObject): XmlElements {
  const fullName = String(elements['fullName'] ?? '');
  const [object = '', name] = fullName.split('.');
  const isNew = name === undefined ? !made.others.has(fullName) : !made.find(object, name);
  if (name === undefined) made.others.set(fullName, elements);
  else {
    const type = TYPES[String(elements['type'])] ?? 'string';
    made.put(object, { name, label: String(elements['label'] ?? name), type, definition: elements, isNative: false });
  }
  return { created: String(isNew), fullName, success: 'true' };
}

function namesIn({ fullNames = [] }: JsonObject): string[] {
  return [fullNames].flat().map(String);
}

function listOf(value: Json | undefined): JsonObject[] {
  return [value ?? []].flat().filter(isObject);
}

function inside(tree: Json | null | undefined, ...names: string[]): JsonObject | null {
  let at: Json | null | undefined = tree;
  for (const name of names) at = isObject(at) ? at[name] : null;
  return isObject(at) ? at : null;
}

function soap(operation: string, content: XmlElements): LabAnswer {
  const name = 'soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"';
  const message = { [name]: { 'soapenv:Body': { [`${operation}Response`]: content } } };
  return {
    status: 200,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    text: `<?xml version="1.0" encoding="UTF-8"?>${writeXml(message)}`,
  };
}
