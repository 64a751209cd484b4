import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../lib/json/json.ts';
import { plain } from '../output/plain_text.ts';

/** A received message. `fault`: why its signature is not valid. */
export type Message = { id: string; time: string; isRepeated: boolean; fault?: string | undefined; body: string };

const MAX_IDS = 3;

/** One line for people. The content of an unverified message is not shown, because anyone could have sent it. */
export function messageLine(message: Message): string {
  const { id, time, isRepeated, fault } = message;
  const clock = time.slice(11, 19);
  if (fault !== undefined) return plain(`${clock}  REFUSED   ${fault} (message ${id || 'without an id'})\n`);
  const parts = [`${clock}  verified`, ...about(read(message.body)), `message ${id}`, ...(isRepeated ? ['again'] : [])];
  return `${plain(parts.join('  ')).replaceAll('\n', ' ')}\n`;
}

/** One line of JSON. Numbers in the body keep all their digits. */
export function messageJson({ body, isRepeated, fault, ...message }: Message): string {
  const known = { ...message, isVerified: fault === undefined, isRepeated };
  const more = fault === undefined ? { message: read(body) ?? body } : { fault };
  return `${stringifyJson({ ...known, ...more })}\n`;
}

/** The number of records that a message announces; 0 for an event. */
export function recordCount(body: string): number {
  const { resultInfo } = read(body) ?? {};
  return isObject(resultInfo) ? Number(resultInfo['numRecords'] ?? 0) : 0;
}

function about(message: JsonObject | undefined): string[] {
  if (!message) return ['not JSON'];
  if (typeof message['notificationType'] === 'string')
    return ['event', message['notificationType'], ...subject(message)];
  const { action, readType, objectName, groupRef } = message;
  return [text(readType ?? action), text(objectName), ...records(message), `of ${text(groupRef)}`];
}

/** The group of an event: the customer that the event is about. */
function subject({ data }: JsonObject): string[] {
  return isObject(data) && typeof data['groupRef'] === 'string' ? [`of ${data['groupRef']}`] : [];
}

function records({ resultInfo, result }: JsonObject): string[] {
  const info = isObject(resultInfo) ? resultInfo : {};
  const counted = `${text(info['numRecords'])} records`;
  if (info['type'] === 'url') return [counted, `to download from ${text(info['downloadUrl'])}`];
  const ids = (Array.isArray(result) ? result : []).flatMap(idOf);
  const shown = ids.slice(0, MAX_IDS).join(', ');
  return [counted, ...(shown ? [`(${shown}${ids.length > MAX_IDS ? ', …' : ''})`] : [])];
}

/** The record's id, if the manifest selects a field named `id`. */
function idOf(record: Json): string[] {
  const fields = isObject(record) ? record['fields'] : undefined;
  return isObject(fields) && fields['id'] !== undefined ? [text(fields['id'])] : [];
}

function text(value: Json | undefined): string {
  if (value === undefined || value === null) return '-';
  return typeof value === 'string' ? value : stringifyJson(value);
}

function read(body: string): JsonObject | undefined {
  try {
    const value = parseJson(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
