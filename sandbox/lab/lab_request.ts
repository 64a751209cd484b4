import { isObject, parseJson, type Json, type JsonObject } from '../../lib/json/json.ts';
import { readXml } from '../../connectors/hooks/xml.ts';
import type { Slot } from '../../connectors/engine/file/paging_facts.ts';
import { getPath } from '../../connectors/engine/json_path.ts';

/** A request as the lab looks at it, from a socket or from a test in the same process. */
export type LabRequest = {
  method: string;
  url: URL;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  text: string;
  /** The body by its keys, when it is a JSON object, a form or XML; {} otherwise. */
  json: JsonObject;
  /** The body when it is a form. */
  form: URLSearchParams;
  /** What stands in the placeholders of longer texts (a query language, GraphQL), once the route is known. */
  texts: Readonly<Record<string, string>>;
};

export type LabAnswer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Promise the whole body and hang up half-way. */
  isCut?: boolean;
  /** Hang up without an answer. */
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

/** What a request says in a parameter, wherever the provider takes it. */
export function askedFor(request: LabRequest, { param, in: place }: Pick<Slot, 'param' | 'in'>): Json | undefined {
  if (!param) return undefined;
  if (place === 'text') return request.texts[param];
  if (place === 'header') return request.headers[param.toLowerCase()];
  return request.url.searchParams.get(param) ?? getPath(request.json, param);
}
