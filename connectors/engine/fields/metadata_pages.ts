import type { Send } from '../../../lib/http/outbound.ts';
import { isObject, type Json } from '../../../lib/json/json.ts';
import { draftOf, signed } from '../request/draft.ts';
import { escapePath } from '../request/escape_path.ts';
import { exchange } from '../answer/exchange.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { MetadataSpec } from '../file/field_facts.ts';
import { getPath } from '../json_path.ts';
import { guardedStep } from '../read/next_origin.ts';
import type { ObjectPlan } from '../objects/objects.ts';
import { nextStep } from '../paging/next_step.ts';
import type { ReadSpec } from '../file/provider.ts';
import type { ReadTarget } from '../read/read_target.ts';
import { rawRecords } from '../answer/record_list.ts';
import type { Step } from '../read/step.ts';

type Context = { target: ReadTarget; plan: ObjectPlan; facts: MetadataSpec; send: Send; now: number };
export type Descriptions = { raw: Json[]; body: Json };

/** Objects have hundreds of fields, thousands at most. */
const MOST_PAGES = 40;
const MOST_FIELDS = 20_000;

/** The provider's descriptions of all fields, page after page, and its first answer. */
export async function rawDescriptions({ target, plan, facts, send, now }: Context): Promise<Descriptions> {
  const { texts } = plan.spec;
  const list: ObjectPlan = { name: plan.name, spec: { ...listSpec(plan.name, facts), ...(texts && { texts }) } };
  const found: Descriptions = { raw: [], body: null };
  let step: Step | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const draft = draftOf(target, list, step, now);
    const { body = null, headers } = await exchange(target.provider, signed(draft, target), send, now);
    const records = facts.keyed === undefined ? rawRecords(body, list, () => undefined) : byKey(body, facts);
    found.raw.push(...records);
    if (step === null) found.body = body;
    const turn = { url: draft.url, headers, body, records, lastId: null, step };
    const next: Step | null = nextStep(turn, list.spec.paging ?? { kind: 'none' });
    if (next === null) return found;
    if (found.raw.length > MOST_FIELDS) break;
    step = guardedStep(next, draft.url, target.provider, target.auth.query);
  }
  throw new ProviderFailure('providerFault', `${target.provider.displayName} lists the fields without an end.`);
}

/** Descriptions that lie in an object by the name of their field. */
function byKey(body: Json, { fields = '', keyed = '' }: MetadataSpec): Json[] {
  const group = fields === '' ? body : getPath(body, fields);
  return Object.entries(isObject(group) ? group : {}).map(([name, one]) =>
    isObject(one) ? { [keyed]: name, ...one } : { [keyed]: name },
  );
}

/** The endpoint as a list that can be read. */
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

/** `{object}` in a body; inside a path it may not climb out of it. */
function named(value: Json, object: string): Json {
  if (typeof value === 'string')
    return value.replaceAll('{object}', () => (value.startsWith('/') ? escapePath(object) : object));
  if (Array.isArray(value)) return value.map((one) => named(one, object));
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, named(part, object)]))
    : value;
}
