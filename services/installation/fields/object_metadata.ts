import type { FieldDefinition, FieldsByObject, UpsertResult } from '../../../lib/fields/field_definition.ts';
import type { ObjectMetadata } from '../../../lib/fields/field_metadata.ts';
import { type Issue, notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { fromIso } from '../../../lib/time/iso.ts';
import type { AccountToCall, AskProvider } from '../call_auth/ask_provider.ts';
import type { ConnectionStore } from '../connections/connection.ts';
import type { InstallationStore } from '../installations/installation.ts';
import type { IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import type { Connectors } from '../providers/provider.ts';
import { absenceRemedy } from '../providers/providers.ts';

type Deps = {
  stores: { integrations: IntegrationStore; connections: ConnectionStore; installations: InstallationStore };
  connectors: Connectors;
};

type Request = AccountQuestion & { objectName: string; excludeReadOnly: boolean };
/** `mappedObjectName` is set when the manifest renames the object. */
type NamedMetadata = ObjectMetadata & { mappedObjectName?: string };

/** Reads the fields of an object from the provider. Throws notFound, unprocessable, providerFailed and unavailable. */
export function makeGetObjectMetadata(deps: Deps, { askProvider }: { askProvider: AskProvider }) {
  return async function getObjectMetadata(
    call: Call,
    { objectName, excludeReadOnly, ...question }: Request,
  ): Promise<NamedMetadata> {
    const account = await findAccount(deps, question);
    const { native, mapped } = namesOf(account.revision, objectName);
    // A path is not an object name. It is accepted only if the manifest maps it to a name.
    if (native.startsWith('/') && !mapped) throw notFound('object');
    const { fields, ...about } = await askProvider(call, account, (via) =>
      deps.connectors.describeObject({ ...via, object: native }),
    );
    const kept = Object.entries(fields).filter(([, { readOnly }]) => !excludeReadOnly || readOnly !== true);
    return { ...about, ...(mapped && { mappedObjectName: mapped }), fields: Object.fromEntries(kept) };
  };
}

/** Finds an object by its native or mapped name. Returns its native name, and its mapped name if it has one. */
export function namesOf(revision: ManifestIntegration | null, asked: string): { native: string; mapped?: string } {
  const objects = revision?.read?.objects ?? [];
  const found =
    objects.find(({ objectName }) => objectName === asked) ?? objects.find(({ mapToName }) => mapToName === asked);
  return { native: found?.objectName ?? asked, ...(found?.mapToName && { mapped: found.mapToName }) };
}

/**
 * Identifies an account of a group. Either `integrationId` is set, for the account of the group's installation, or
 * `provider`, for the account of the group's connection; the other field is empty.
 */
export type AccountQuestion = {
  projectId: string;
  integrationId: string;
  provider: string;
  groupRef: string;
  /** Only connections of this consumer; empty for any. */
  consumerRef: string;
};
/**
 * `revision`: the revision that the installation's config is pinned to; null when the account was found by provider.
 */
export type FoundAccount = AccountToCall & { revision: ManifestIntegration | null };

/** Finds the connection to call a provider with. Throws notFound. */
export function findAccount(needs: Deps, question: AccountQuestion): Promise<FoundAccount> {
  return question.integrationId ? accountOfInstallation(needs, question) : accountAtProvider(needs, question);
}

async function accountOfInstallation(
  { stores }: Deps,
  { projectId, integrationId, groupRef, consumerRef }: AccountQuestion,
): Promise<FoundAccount> {
  const { latestRevision } = await integrationOf(stores, projectId, integrationId);
  const [owner] = await stores.installations.list(projectId, { integrationId, groupRef });
  const connection = owner?.connection.connection;
  if (!owner || !connection || (consumerRef && connection.consumerRef !== consumerRef))
    throw new Problem('notFound', 'The group has no installation of this integration.');
  const { revisionId } = owner.installation.config;
  const pinned =
    revisionId === latestRevision.id ? latestRevision : await stores.integrations.findRevision(projectId, revisionId);
  const revision = JSON.parse((pinned ?? latestRevision).contentJson) as ManifestIntegration;
  return { connection, module: revision.module ?? '', revision };
}

async function accountAtProvider({ stores, connectors }: Deps, question: AccountQuestion): Promise<FoundAccount> {
  const { projectId, provider } = question;
  if (!connectors.find(provider)) throw notFound('provider', { remedy: absenceRemedy(connectors, provider) });
  const found = await stores.connections.findDefault(projectId, question);
  if (!found) throw new Problem('notFound', 'The group has no connection to this provider.');
  return { connection: found.connection, module: '', revision: null };
}

type UpsertRequest = AccountQuestion & { fields: FieldsByObject };

/**
 * Creates and changes custom fields at the provider. Idempotent. Throws notFound, unprocessable, providerFailed and
 * unavailable.
 */
export function makeUpsertObjectMetadata(deps: Deps, { askProvider }: { askProvider: AskProvider }) {
  return async function upsertObjectMetadata(
    call: Call,
    { fields, ...question }: UpsertRequest,
  ): Promise<UpsertResult> {
    const account = await findAccount(deps, question);
    mustMakeFields(account);
    const issues = definitionFaults(fields);
    const [first] = issues;
    if (first) throw new Problem('unprocessable', `The field definitions are invalid. ${first.detail}`, { issues });
    const native = byNativeName(fields, account);
    const result = await askProvider(call, account, (via) =>
      deps.connectors.upsertFields({ ...via, fields: native.fields }),
    );
    const asAsked = Object.entries(result.fields).map(([name, ofObject]) => [
      native.askedAs.get(name) ?? name,
      ofObject,
    ]);
    return { success: result.success, fields: Object.fromEntries(asAsked) as UpsertResult['fields'] };
  };

  function mustMakeFields({ connection: { provider } }: FoundAccount): void {
    const facts = deps.connectors.find(provider);
    if (facts?.makesFields) return;
    throw new Problem('unprocessable', `Causeway does not create fields at ${facts?.displayName ?? provider}.`, {
      remedy: 'Create them in the account itself, or add a fieldUpsert to the provider file.',
    });
  }
}

/** Maps requested names to native names. Throws unprocessable when two of them mean the same object. */
function byNativeName(fields: FieldsByObject, { revision }: FoundAccount) {
  const askedAs = new Map<string, string>();
  for (const asked of Object.keys(fields)) {
    const { native } = namesOf(revision, asked);
    const name = `fields.${asked}`;
    if (native.startsWith('/')) throw invalidDefinition(name, 'A path is not an object with fields.');
    const twin = askedAs.get(native);
    if (twin !== undefined) throw invalidDefinition(name, `This is the same object as ${twin}.`);
    askedAs.set(native, asked);
  }
  const entries = [...askedAs].map(([native, asked]) => [native, fields[asked]]);
  return { askedAs, fields: Object.fromEntries(entries) as FieldsByObject };
}

function invalidDefinition(name: string, detail: string): Problem {
  return new Problem('unprocessable', 'The field definitions are invalid.', {
    issues: [{ in: 'body', name, detail }],
  });
}

/** Semantic faults of field definitions. The contract has already checked their shape. */
function definitionFaults(fields: FieldsByObject): Issue[] {
  return Object.entries(fields).flatMap(([object, definitions]) => {
    const names = new Set<string>();
    return definitions.flatMap((field, index) => {
      const at = `fields.${object}[${index}]`;
      const name = comparableName(field.fieldName);
      const isTwin = names.has(name);
      names.add(name);
      const twin: DefinitionFault[] = isTwin ? [['fieldName', 'The object has another definition of this name.']] : [];
      return [...twin, ...faultsOf(field)].map(([name, detail]) => ({
        in: 'body' as const,
        name: `${at}.${name}`,
        detail: `${field.fieldName} of ${object}: ${detail}`,
      }));
    });
  });
}

type DefinitionFault = [name: string, detail: string];

function faultsOf(field: FieldDefinition): DefinitionFault[] {
  return [...textFaults(field), ...numberFaults(field), ...associationFaults(field)];
}

function textFaults({ valueType, stringOptions = {} }: FieldDefinition): DefinitionFault[] {
  const { values, defaultValue } = stringOptions;
  const isSelect = valueType === 'singleSelect' || valueType === 'multiSelect';
  const faults: DefinitionFault[] = [];
  if (isSelect && !values?.length) faults.push(['stringOptions.values', `A ${valueType} needs values to choose from.`]);
  if (!isSelect && values) faults.push(['stringOptions.values', `A ${valueType} has no values to choose from.`]);
  if (values && new Set(values).size < values.length) faults.push(['stringOptions.values', 'A value is listed twice.']);
  if (isSelect && defaultValue !== undefined && values && !values.includes(defaultValue))
    faults.push(['stringOptions.defaultValue', 'The default is not one of the values.']);
  if (defaultValue !== undefined && valueType === 'date' && !isDate(defaultValue))
    faults.push(['stringOptions.defaultValue', 'The default of a date is a date such as 2026-01-31.']);
  if (defaultValue !== undefined && valueType === 'datetime' && fromIso(defaultValue) === null)
    faults.push(['stringOptions.defaultValue', 'The default of a datetime is a time such as 2026-01-31T09:00:00Z.']);
  if (valueType === 'boolean' && defaultValue !== undefined && !['true', 'false'].includes(defaultValue))
    faults.push(['stringOptions.defaultValue', 'The default of a boolean is true or false.']);
  for (const name of ['length', 'pattern'] as const)
    if (valueType !== 'string' && stringOptions[name] !== undefined)
      faults.push([`stringOptions.${name}`, `Only a string has a ${name}.`]);
  return faults;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && fromIso(`${text}T00:00:00Z`) !== null;
}

function numberFaults({ valueType, numericOptions }: FieldDefinition): DefinitionFault[] {
  if (!numericOptions) return [];
  if (valueType !== 'int' && valueType !== 'float')
    return [['numericOptions', `A ${valueType} has no numeric options.`]];
  const { precision, scale, min, max, defaultValue } = numericOptions;
  const faults: DefinitionFault[] = [];
  if (min !== undefined && max !== undefined && min > max)
    faults.push(['numericOptions.min', 'min may not exceed max.']);
  if (precision !== undefined && scale !== undefined && scale > precision)
    faults.push(['numericOptions.scale', 'scale may not exceed precision.']);
  if (defaultValue !== undefined && (defaultValue < (min ?? -Infinity) || defaultValue > (max ?? Infinity)))
    faults.push(['numericOptions.defaultValue', 'The default must lie between min and max.']);
  if (valueType === 'int' && defaultValue !== undefined && !Number.isInteger(defaultValue))
    faults.push(['numericOptions.defaultValue', 'The default of an int must be a whole number.']);
  return faults;
}

function associationFaults({ valueType, association }: FieldDefinition): DefinitionFault[] {
  if (valueType === 'reference' && !association)
    return [['association', 'A reference needs the object that it points to.']];
  return valueType !== 'reference' && association ? [['association', `A ${valueType} has no association.`]] : [];
}

/** Returns the form of a field name for comparisons. Providers compare field names case-insensitively. */
function comparableName(name: string): string {
  return name.toLowerCase();
}
