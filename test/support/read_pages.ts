/** Makes providers, targets and pages for tests of the read engine. */

import { loadProviders } from '../../connectors/engine/catalogue/providers.ts';
import type { Paging } from '../../connectors/engine/file/paging_facts.ts';
import type { ObjectSpec, Provider } from '../../connectors/engine/file/provider.ts';
import { type Page, type ReadTarget, readPage } from '../../connectors/engine/read/read.ts';
import type { scriptedSend } from './scripted_send.ts';

const catalogue = loadProviders();
export const NOW = Date.parse('2026-01-02T03:04:05Z');

export function aTarget(target: Partial<ReadTarget> = {}): ReadTarget {
  return {
    provider: aProvider({}),
    objectName: 'things',
    variables: {},
    auth: { headers: { Authorization: 'Bearer t' }, query: {} },
    fields: [],
    ...target,
  };
}

export function aProvider(spec: ObjectSpec, more: Partial<Provider> = {}): Provider {
  return {
    name: 'acme',
    displayName: 'Acme',
    baseURL: 'https://acme.example/api',
    auth: { type: 'none' },
    objects: { things: { path: '/things', records: 'data', id: 'id', paging: { kind: 'none' }, ...spec } },
    ...more,
  };
}

export const paged = (paging: Paging | Paging[]) => aTarget({ provider: aProvider({ paging }) });
export const known = (name: string, objectName: string, more: Partial<ReadTarget> = {}) =>
  aTarget({ provider: catalogue.get(name) as Provider, objectName, ...more });

export async function readAll(target: ReadTarget, send: ReturnType<typeof scriptedSend>): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await readPage(target, cursor, send, { now: () => NOW });
    pages.push(page);
    cursor = page.next;
  } while (cursor !== null);
  return pages;
}

export const idsOf = (pages: Page[]) => pages.flatMap(({ records }) => records.map(({ id }) => id));
export const recordsOf = (...ids: (string | number)[]) => ids.map((id) => ({ id }));
