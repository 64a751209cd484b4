import { isObject, type Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { exchange } from '../answer/exchange.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { ProviderRecord } from '../answer/provider_record.ts';
import { checkRecordSizes } from '../answer/record_limits.ts';
import { detailedRecords } from '../answer/records.ts';
import type { RecordDetail } from '../file/record_facts.ts';
import { getPath } from '../json_path.ts';
import { authenticated, baseUrl, type Draft, headersOf } from '../request/draft.ts';
import { escapePath } from '../request/escape_path.ts';
import { fillPath } from '../request/template.ts';
import { withDefaults } from '../request/variables.ts';
import { wantsDetail } from '../request/wants_detail.ts';
import type { ReadContext } from './read_plain.ts';

/** The number of concurrent detail requests. Low, to put little load on the provider. */
const AT_ONCE = 4;

/**
 * Completes each record by its detail request. A record that was deleted after it was listed keeps its listed values.
 */
export async function withDetails(records: ProviderRecord[], context: ReadContext): Promise<ProviderRecord[]> {
  const { detail } = context.plan.spec;
  if (!detail || !wantsDetail(detail, context.target)) return records;
  const whole: Json[] = [];
  for (let at = 0; at < records.length; at += AT_ONCE) {
    const part = records.slice(at, at + AT_ONCE);
    whole.push(...(await Promise.all(part.map(({ raw }) => wholeRecord(raw, detail, context)))));
  }
  return detailedRecords(records, whole, context.plan.spec, context.note);
}

async function wholeRecord(listed: Json, detail: RecordDetail, context: ReadContext): Promise<Json> {
  const { target, send, now, note, plan } = context;
  const path = fillPath(detail.path, withDefaults(target.provider, target.variables)).replace(
    /\{record\.([^}]+)\}/g,
    (_all, key: string) => escapePath(scalarText(getPath(listed, key)) ?? ''),
  );
  const url = new URL(baseUrl(target.provider, target.variables, plan.spec.baseURL) + path);
  for (const [key, value] of Object.entries(detail.query ?? {})) url.searchParams.set(key, String(value));
  const draft: Draft = { method: 'GET', url, headers: headersOf(target, plan.spec) };
  try {
    const { body, ...answer } = await exchange(target.provider, authenticated(draft, target), send, now);
    const record = getPath(body, detail.record ?? '');
    if (record !== undefined) await checkRecordSizes(target.provider.displayName, [record], answer);
    if (detail.as !== undefined) return isObject(listed) ? { ...listed, [detail.as]: record ?? null } : listed;
    return isObject(record) ? record : listed;
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'notFound') throw error;
    note(`a record of "${plan.name}" was deleted after it was listed`);
    return listed;
  }
}
