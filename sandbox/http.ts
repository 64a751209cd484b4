import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../lib/json/json.ts';
import { ApiError } from './api_error.ts';

const largestBody = 1024 * 1024;

/**
 * Parses the request's JSON object; {} for an empty body. Numbers keep their exact digits. Throws ApiError 400 or 413.
 */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = await readText(request);
  if (text === '') return {};
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw new ApiError(400, 'invalid_json', 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(400, 'invalid_body', 'The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > largestBody) throw new ApiError(413, 'too_large', 'The body is larger than 1 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  sendBody(response, status, Buffer.from(JSON.stringify(value)), headers);
}

export function sendBody(
  response: ServerResponse,
  status: number,
  body: Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    ...headers,
  });
  response.end(body);
}

export function sendError(response: ServerResponse, { status, code, message, headers }: ApiError): void {
  sendJson(response, status, { error: { code, message } }, headers);
}
