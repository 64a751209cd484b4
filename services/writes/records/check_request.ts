import type { Provider } from '../../../connectors/engine/catalogue/providers.ts';
import { writeSupport } from '../../../connectors/engine/write/write_support.ts';
import { type JsonObject, parseJson } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { type Issue, Problem } from '../../../lib/problem/problem.ts';
import type { WritePlan, WriteRules } from '../../../lib/write_plan/write_plan.ts';
import type { WriteType } from '../operations/operation.ts';

type UncheckedRequest = {
  type: WriteType;
  isBatch: boolean;
  records: JsonObject[];
  headers: readonly { key: string; value: string }[];
};

/** Headers that only Causeway sets: they identify the caller or the host, or frame the request. */
const CAUSEWAY_HEADERS =
  /^(authorization|cookie|host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|content-type|expect|idempotency-key)$/i;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;
const MAX_HEADERS = 20;
const MAX_VALUE_LENGTH = 4_096;

/** Checks the parts of the request that do not depend on the installation. Throws invalidArgument. */
export function checkRequest({ type, isBatch, records, headers }: UncheckedRequest): void {
  const issues = [
    ...records.flatMap((record, at) => recordIssues(type, record, isBatch ? `batch[${at}].record` : 'record')),
    ...headerIssues(headers),
    ...(isBatch && type === 'delete'
      ? [{ in: 'body' as const, name: 'batch', detail: 'Only create and update take a batch. Send `record`.' }]
      : []),
  ];
  if (issues.length > 0) throw new Problem('invalidArgument', issues[0]?.detail ?? '', { issues });
}

function recordIssues(type: WriteType, record: JsonObject, at: string): Issue[] {
  const { id } = record;
  const name = `${at}.id`;
  if (type === 'create')
    return id === undefined || id === null
      ? []
      : [{ in: 'body', name, detail: 'A record that is created has no id yet. Leave it out, or use `update`.' }];
  const text = scalarText(id);
  if (text !== null && text.trim() !== '' && typeof id !== 'boolean') return [];
  return [{ in: 'body', name, detail: `\`${type}\` needs the id of the record at the provider, as text or number.` }];
}

function headerIssues(headers: UncheckedRequest['headers']): Issue[] {
  const issue = (at: number, detail: string): Issue => ({ in: 'body', name: `headers[${at}]`, detail });
  if (headers.length > MAX_HEADERS) return [{ in: 'body', name: 'headers', detail: `At most ${MAX_HEADERS} headers.` }];
  return headers.flatMap(({ key, value }, at) => {
    if (!HEADER_NAME.test(key)) return [issue(at, 'The key is no name of an HTTP header.')];
    if (CAUSEWAY_HEADERS.test(key)) return [issue(at, `Causeway sets the header ${key} itself.`)];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would begin another header.
    if (value.length > MAX_VALUE_LENGTH || /[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]/.test(value))
      return [
        issue(at, `The value has a line break or another forbidden character, or over ${MAX_VALUE_LENGTH} characters.`),
      ];
    return [];
  });
}

/** Checks the request against the installation and the provider. Throws invalidArgument. */
export function checkPlan(plan: WritePlan, provider: Provider, type: WriteType): void {
  const { types, canGet } = writeSupport(provider, plan.module || undefined, plan.objectName);
  if (type === 'delete' && !plan.deletionEnabled)
    throw invalidRequest('type', 'The config of the installation does not allow deletions of this object.', {
      remedy: 'Set write.objects.<object>.deletionSettings.enabled to true in its config.',
    });
  if (!types.includes(type)) {
    const can = types.length > 0 ? `It can ${types.join(', ')} them.` : 'It cannot write this object.';
    throw invalidRequest('type', `Causeway cannot ${type} ${plan.objectName} of ${provider.displayName}. ${can}`);
  }
  const rules = parseJson(plan.rulesJson) as unknown as WriteRules;
  const needsRecord = Object.entries(rules.settings).find(([, setting]) => setting.writeOnUpdate === 'ifEmpty');
  if (type === 'update' && needsRecord && !canGet)
    throw invalidRequest(
      'type',
      `The field ${needsRecord[0]} is written only where it is empty, and ${provider.displayName} has no call that gets one record of ${plan.objectName}.`,
      { remedy: 'Set its writeOnUpdate to always or never in the config of the installation.' },
    );
}

function invalidRequest(name: string, detail: string, { remedy }: { remedy?: string } = {}): Problem {
  return new Problem('invalidArgument', detail, { issues: [{ in: 'body', name, detail }], remedy });
}
