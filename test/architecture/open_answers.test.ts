import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

type Node = Record<string, unknown>;
type Contract = { paths: Record<string, Record<string, Node>>; webhooks: Record<string, { post: Node }> };

/** The specification lists all values of these. */
const CLOSED = [
  'schemas/EventType',
  'schemas/Installation.healthStatus',
  'schemas/Installation.lastOperationStatus',
  'schemas/Invite.parentType',
  'schemas/Invite.status',
];

const text = readFileSync('gateway/openapi.yaml', 'utf8');

/** Where `keyword` occurs in what is sent (`responses` and webhooks) or in what is taken, by the nearest component. */
function placesOf(source: string, keyword: string, where: 'sent' | 'taken'): string[] {
  const document = parse(source) as Contract;
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { $ref } = node as { $ref?: string };
    if ($ref !== undefined) {
      if (seen.has($ref)) return;
      seen.add($ref);
      return visit(at(document, $ref), $ref.replace('#/components/', ''));
    }
    if (Array.isArray((node as Node)[keyword])) found.add(path);
    for (const [key, inner] of Object.entries(node))
      if (!key.startsWith('example')) visit(inner, key === 'properties' ? path : `${path}.${key}`);
  };
  for (const [path, item] of Object.entries(document.paths))
    for (const { responses, ...taken } of Object.values(item)) visit(where === 'sent' ? responses : taken, path);
  if (where === 'sent') for (const [name, { post }] of Object.entries(document.webhooks)) visit(post, name);
  return [...found].sort();
}

function at(document: object, ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Node)[key], document);
}

/** A new value in an answer must break no client; a wrong value in a request must be refused. */
describe('the values of the contract', () => {
  it('are open in answers and messages, except those that the specification lists', () => {
    expect(placesOf(text, 'enum', 'sent')).toEqual(CLOSED);
    expect(placesOf(text, 'x-extensible-enum', 'sent').length).toBeGreaterThan(30);
  });

  it('are closed in requests', () => {
    expect(placesOf(text, 'x-extensible-enum', 'taken')).toEqual([]);
  });

  it('are found where they are closed in an answer', () => {
    const closed = text.replace('x-extensible-enum: [read, write, subscribe]', 'enum: [read, write, subscribe]');
    expect(placesOf(closed, 'enum', 'sent')).toContain('schemas/Operation.actionType');
  });
});
