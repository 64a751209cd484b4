import type { SendRequest } from '../../../lib/http/outbound.ts';
import { isObject, type Json } from '../../../lib/json/json.ts';
import { exchange } from '../answer/exchange.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { rawRecords } from '../answer/record_list.ts';
import type { MetadataSpec } from '../file/field_facts.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import type { ReadSpec } from '../file/provider.ts';
import { getPath } from '../json_path.ts';
import { checkedStep } from '../paging/next_origin.ts';
import { nextStep } from '../paging/next_step.ts';
import type { Step } from '../paging/step.ts';
import { authenticated, draftOf } from '../request/draft.ts';
import { escapePath } from '../request/escape_path.ts';
import type { ReadTarget } from '../request/read_target.ts';

type Context = { target: ReadTarget; plan: ObjectPlan; facts: MetadataSpec; send: SendRequest; now: number };
type Descriptions = { raw: Json[]; body: Json };

/** Limits that stop endless paging. Real objects have at most thousands of fields. */
const MAX_PAGES = 40;
const MAX_FIELDS = 20_000;

/** Reads all pages of the provider's field descriptions. `body` is the first response. Throws ProviderFailure. */
export async function rawDescriptions({ target, plan, facts, send, now }: Context): Promise<Descriptions> {
  const { texts } = plan.spec;
  const list: ObjectPlan = { name: plan.name, spec: { ...listSpec(plan.name, facts), ...(texts && { texts }) } };
  const found: Descriptions = { raw: [], body: null };
  let step: Step | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const draft = draftOf(target, list, step, now);
    const { body = null, headers } = await exchange(target.provider, authenticated(draft, target), send, now);
    const records = facts.keyed === undefined ? rawRecords(body, list, () => undefined) : byKey(body, facts);
    for (const record of records) found.raw.push(record);
    if (step === null) found.body = body;
    const turn = { url: draft.url, headers, body, records, lastId: null, step };
    const { step: next } = nextStep(turn, list.spec.paging ?? { kind: 'none' });
    if (next === null) return found;
    if (found.raw.length > MAX_FIELDS) break;
    step = checkedStep(next, draft.url, target.provider, target.auth.query);
  }
  throw new ProviderFailure(
    'providerFault',
    `${target.provider.displayName} returned too many pages of field descriptions.`,
  );
}

/** The descriptions of a response that is an object keyed by field name. */
function byKey(body: Json, { fields = '', keyed = '' }: MetadataSpec): Json[] {
  const group = fields === '' ? body : getPath(body, fields);
  return Object.entries(isObject(group) ? group : {}).map(([name, one]) =>
    isObject(one) ? { [keyed]: name, ...one } : { [keyed]: name },
  );
}

/** A ReadSpec that reads the metadata endpoint. */
function listSpec(name: string, facts: MetadataSpec): ReadSpec {
  const { path = '', method, query, body, pageSize, paging = { kind: 'none' }, fields } = facts;
  return {
    path,
    paging,
    unwrap: [],
    ...(method && { method }),
    ...(query && { query }),
    ...(pageSize && { pageSize }),
    ...(body && { body: named(body, name) as NonNullable<ReadSpec['body']> }),
    ...(fields !== undefined && { records: fields }),
  };
}

/** Fills `{object}` in a body. If the text is a path, the name is escaped, so that it cannot leave the path. */
function named(value: Json, object: string): Json {
  if (typeof value === 'string')
    return value.replaceAll('{object}', () => (value.startsWith('/') ? escapePath(object) : object));
  if (Array.isArray(value)) return value.map((one) => named(one, object));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, named(part, object)]))
    : value;
}
