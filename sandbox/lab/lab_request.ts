import { readXml } from '../../connectors/engine/answer/xml.ts';
import type { Slot } from '../../connectors/engine/file/paging_facts.ts';
import { getPath } from '../../connectors/engine/json_path.ts';
import { isObject, type Json, type JsonObject, parseJson } from '../../lib/json/json.ts';

/** A request to the lab, from a socket or from a test in the same process. */
export type LabRequest = {
  method: string;
  url: URL;
  /** Keyed by lower-case name. */
  headers: Readonly<Record<string, string>>;
  text: string;
  /** The body, if it is a JSON object, a form or XML; otherwise {}. */
  json: JsonObject;
  /** The body, if it is a form; otherwise empty. */
  form: URLSearchParams;
  /** The values of placeholders in query texts (SOQL, GraphQL). Empty until the route is known. */
  texts: Readonly<Record<string, string>>;
};

export type LabAnswer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Declare the full length, but close the connection half-way. */
  isCut?: boolean;
  /** Close the connection without a response. */
  isDropped?: boolean;
};

export function labRequest(method: string, url: URL, headers: Record<string, string>, text: string): LabRequest {
  const type = headers['content-type'] ?? '';
  const form = new URLSearchParams(type.includes('urlencoded') ? text : '');
  const json = type.includes('xml') ? xmlOf(text) : /^\s*\{/.test(text) ? jsonOf(text) : Object.fromEntries(form);
  return { method, url, headers, text, json, form, texts: {} };
}

function xmlOf(text: string): JsonObject {
  return readXml(text) ?? {};
}

function jsonOf(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The value of a parameter, from the place where the provider file puts it. */
export function parameterOf(request: LabRequest, { param, in: place }: Pick<Slot, 'param' | 'in'>): Json | undefined {
  if (!param) return undefined;
  if (place === 'text') return request.texts[param];
  if (place === 'header') return request.headers[param.toLowerCase()];
  return request.url.searchParams.get(param) ?? getPath(request.json, param);
}
