import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { type Json, stringifyJson } from '../../lib/json/json.ts';
import { type ListAnswer, type ListItem, pageTokenOf } from './list_answer.ts';

type WriteContext = {
  request: Request;
  response: Response;
  publicUrl: string;
  /** Gives the next call the full time again, because a long list may take longer than other requests. */
  extendDeadline: () => void;
  onBytes: (bytes: number) => void;
};

/** The max time of serialising without a pause, in milliseconds. */
const TIME_SLICE_MS = 5;
/** A text of this length is written before the list ends, in characters. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Writes a list as an array, page by page, so that memory never contains the whole list or its text. A page is loaded
 * only when the client has taken the previous ones. Serialising yields to other requests after some milliseconds.
 * Writing starts with the first full chunk of text. A failure before that is answered with a problem. A later failure
 * aborts the connection (problem_writer.ts), because half an array must not look like a list.
 */
export async function writeList(list: ListAnswer, context: WriteContext): Promise<void> {
  const { request, response } = context;
  // A pipelined request whose connection closes before its turn: its response does not close.
  if (response.socket === null) request.socket.once('close', () => response.destroy());
  const pages = list.part ? partOf(list, list.part, context) : allOf(list, context);
  let text = '[';
  for await (const items of pages) {
    if (request.method === 'HEAD' || response.destroyed) break;
    text = await writeItems(items, text, context);
  }
  text += ']';
  context.onBytes(Buffer.byteLength(text));
  response.end(text);
}

async function* allOf(list: ListAnswer, { extendDeadline }: WriteContext): AsyncGenerator<ListItem[]> {
  for (let after = ''; ; extendDeadline()) {
    const { items, nextPageToken } = await list.load(after);
    yield items;
    if (nextPageToken === '') return;
    after = nextPageToken;
  }
}

/** Loads the whole part before it is written, because its `Link` is in the head. */
async function* partOf(
  list: ListAnswer,
  { size, after }: { size: number; after: string },
  context: WriteContext,
): AsyncGenerator<ListItem[]> {
  const items: ListItem[] = [];
  let next = after;
  do {
    const loaded = await list.load(next);
    items.push(...loaded.items);
    next = loaded.nextPageToken;
    context.extendDeadline();
  } while (items.length <= size && next !== '');
  const last = items[size - 1];
  if (items.length > size && last) context.response.setHeader('link', linkTo(last.id, context));
  yield items.slice(0, size);
}

function linkTo(id: string, { request, publicUrl }: WriteContext): string {
  const url = new URL(request.url, publicUrl);
  url.searchParams.set('pageToken', pageTokenOf(id));
  return `<${url.href}>; rel="next"`;
}

/** Appends the items to `text`, writes full chunks, and returns the rest. A short list is one chunk, at its end. */
async function writeItems(items: ListItem[], text: string, context: WriteContext): Promise<string> {
  let pending = text;
  let sliceEnd = performance.now() + TIME_SLICE_MS;
  for (const { json } of items) {
    if (pending !== '[') pending += ',';
    pending += stringifyJson(json() as Json);
    if (pending.length >= CHUNK_CHARACTERS) {
      await sendText(pending, context);
      pending = '';
    }
    if (performance.now() < sliceEnd) continue;
    await nextTurn();
    sliceEnd = performance.now() + TIME_SLICE_MS;
  }
  return pending;
}

/** Writes text, and waits until the client can take more or has disconnected. */
async function sendText(text: string, { response, onBytes }: WriteContext): Promise<void> {
  if (response.destroyed) return;
  onBytes(Buffer.byteLength(text));
  if (response.write(text)) return;
  const settled = new AbortController();
  const { signal } = settled;
  const either = [once(response, 'drain', { signal }), once(response, 'close', { signal })];
  await Promise.race(either).finally(() => {
    for (const one of either) one.catch(() => {});
    settled.abort();
  });
}
