import { type Json, stringifyJson } from '../../../lib/json/json.ts';
import type { LabAnswer } from '../lab_request.ts';

export function json(status: number, body: Json, headers: Record<string, string> = {}): LabAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    text: status === 204 ? '' : stringifyJson(body),
  };
}
