import type { IntegrationStore } from '../../integrations/domain/integration.ts';
import type { ConnectionStore } from '../../connections/domain/connection.ts';
import type { InstallationStore } from '../../installations/domain/installation.ts';
import type { Connectors } from '../../providers/domain/provider.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import { definitionFaults } from '../domain/field_definition_rules.ts';
import type { FieldsByObject, UpsertResult } from '../../../../lib/fields/field_definition.ts';
import type { AskProvider } from '../../call_auth/usecases/ask_provider.ts';
import { findAccount, type AccountQuestion, type FoundAccount } from './find_account.ts';
import { namesOf } from './get_object_metadata.ts';

type Deps = {
  stores: { integrations: IntegrationStore; connections: ConnectionStore; installations: InstallationStore };
  connectors: Connectors;
};

type Request = AccountQuestion & { fields: FieldsByObject };

/**
 * Creates and changes custom fields at the provider. Idempotent. Throws notFound, unprocessable, providerFailed and
 * unavailable.
 */
export function makeUpsertObjectMetadata(deps: Deps, { askProvider }: { askProvider: AskProvider }) {
  return async function upsertObjectMetadata(call: Call, { fields, ...question }: Request): Promise<UpsertResult> {
    const account = await findAccount(deps, question);
    mustMakeFields(account);
    const issues = definitionFaults(fields);
    if (issues.length > 0) throw new Problem('unprocessable', 'The field definitions are invalid.', { issues });
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
    if (native.startsWith('/')) throw unfit(name, 'A path is not an object with fields.');
    const twin = askedAs.get(native);
    if (twin !== undefined) throw unfit(name, `This is the same object as ${twin}.`);
    askedAs.set(native, asked);
  }
  const entries = [...askedAs].map(([native, asked]) => [native, fields[asked]]);
  return { askedAs, fields: Object.fromEntries(entries) as FieldsByObject };
}

function unfit(name: string, detail: string): Problem {
  return new Problem('unprocessable', 'The field definitions are invalid.', {
    issues: [{ in: 'body', name, detail }],
  });
}
