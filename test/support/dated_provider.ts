import type { Provider } from '../../connectors/engine/file/provider.ts';
import type { OutboundResponse, SendRequest } from '../../lib/http/outbound.ts';

/**
 * A provider with its own clock. It dates a change when the change happens, and shows it later. It lists the changes
 * since a time, ordered by date, with the position of the last record as cursor. It guarantees only one thing, on which
 * Causeway relies: a change is visible within `overlap` after its date.
 */
type DatedRecord = { id: string; value: number; date: number; visibleAt: number };
export type DatedProvider = {
  send: SendRequest;
  /** Writes a new version of a record with the provider's current time as date. It is visible `lateBy` later. Ms. */
  change(id: string, value: number, lateBy: number): void;
  /** The provider's clock minus our clock. Ms. */
  skew: number;
  /** After `afterPages` pages, the next `times` answers have this status. */
  refuse(times: number, status: number, afterPages: number): void;
};

type DatedFacts = {
  pageSize: number;
  /** Dates are multiples of this value. Ms. */
  grain: number;
  /** Whether the answer includes a change at exactly the requested time. */
  isInclusive: boolean;
  /** Whether records have the date of their last change. */
  isDated: boolean;
};

/** The provider file of this provider. */
export function datedProviderFile({ isDated }: Pick<DatedFacts, 'isDated'>): Provider {
  return {
    name: 'sandbox',
    displayName: 'Dated',
    baseURL: 'https://dated.example',
    auth: { type: 'none' },
    objects: {
      contacts: {
        path: '/contacts',
        records: 'data',
        id: 'id',
        ...(isDated && { updatedAt: 'changed' }),
        since: { param: 'since' },
        paging: { kind: 'cursor', path: 'next', param: 'after' },
      },
    },
  } as Provider;
}

export function datedProvider(
  now: () => number,
  facts: DatedFacts,
  skew: number,
  seen: () => void = () => {},
): DatedProvider {
  const versions = new Map<string, DatedRecord[]>();
  const fault = { times: 0, status: 500, afterPages: 0 };

  const provider: DatedProvider = {
    skew,
    change(id, value, lateBy) {
      const date = Math.floor((now() + provider.skew) / facts.grain) * facts.grain;
      const before = versions.get(id) ?? [];
      // A record never shows an older version after a newer one.
      const visibleAt = Math.max(now() + lateBy, before.at(-1)?.visibleAt ?? 0);
      versions.set(id, [...before, { id, value, date, visibleAt }]);
    },
    refuse: (times, status, afterPages) => Object.assign(fault, { times, status, afterPages }),
    async send(request) {
      seen();
      if (fault.times > 0 && fault.afterPages-- <= 0) {
        fault.times -= 1;
        return answer(fault.status, {});
      }
      return answer(200, page(new URL(request.url)));
    },
  };
  return provider;

  function shown(): DatedRecord[] {
    const at = now();
    const all = [...versions.values()].map((list) => list.findLast(({ visibleAt }) => visibleAt <= at));
    return all.filter((one) => one !== undefined).toSorted((a, b) => a.date - b.date || (a.id < b.id ? -1 : 1));
  }

  function page({ searchParams }: URL) {
    const since = searchParams.has('since') ? Date.parse(searchParams.get('since') as string) : -1;
    const [date = -1, id = ''] = JSON.parse(searchParams.get('after') ?? '[]') as [number?, string?];
    const rest = shown().filter(
      (one) =>
        (facts.isInclusive ? one.date >= since : one.date > since) &&
        (one.date > date || (one.date === date && one.id > id)),
    );
    const data = rest.slice(0, facts.pageSize);
    const last = data.at(-1);
    return {
      data: data.map((one) => ({
        id: one.id,
        value: one.value,
        ...(facts.isDated && { changed: new Date(one.date).toISOString() }),
      })),
      next: rest.length > data.length && last ? JSON.stringify([last.date, last.id]) : null,
    };
  }

  function answer(status: number, body: object): OutboundResponse {
    return {
      status,
      headers: { 'content-type': 'application/json', date: new Date(now() + provider.skew).toUTCString() },
      text: JSON.stringify(body),
    };
  }
}
