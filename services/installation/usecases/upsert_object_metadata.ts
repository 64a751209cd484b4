import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { definitionFaults } from '../domain/field_definition_rules.ts';
import type { FieldsByObject, UpsertResult } from '../domain/object_metadata.ts';
import type { AskProvider } from './ask_provider.ts';
import type { Deps } from './deps.ts';
import { findAccount, type AccountQuestion, type FoundAccount } from './find_account.ts';
import { namesOf } from './get_object_metadata.ts';

type Request = AccountQuestion & { fields: FieldsByObject };
export type UpsertObjectMetadata = ReturnType<typeof makeUpsertObjectMetadata>;

/** Creates and changes custom fields at the provider. Asking twice changes nothing the second time. */
export function makeUpsertObjectMetadata(deps: Deps, { askProvider }: { askProvider: AskProvider }) {
  return async function upsertObjectMetadata(call: Call, { fields, ...question }: Request): Promise<UpsertResult> {
    const account = await findAccount(deps, question);
    mustMakeFields(account);
    const issues = definitionFaults(fields);
    if (issues.length > 0) throw new Problem('unprocessable', 'The fields can not be made like this.', { issues });
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
    throw new Problem('unprocessable', `Causeway can not make fields at ${facts?.displayName ?? provider}.`, {
      remedy: 'Make them in the account itself, or give the provider file a fieldUpsert.',
    });
  }
}

/** A manifest's mapped names stand for the provider's own; two names of one object are a mistake. */
function byNativeName(fields: FieldsByObject, { revision }: FoundAccount) {
  const askedAs = new Map<string, string>();
  for (const asked of Object.keys(fields)) {
    const { native } = namesOf(revision, asked);
    const name = `fields.${asked}`;
    if (native.startsWith('/')) throw unfit(name, 'A path is no object that has fields.');
    const twin = askedAs.get(native);
    if (twin !== undefined) throw unfit(name, `This is the same object as ${twin}.`);
    askedAs.set(native, asked);
  }
  const entries = [...askedAs].map(([native, asked]) => [native, fields[asked]]);
  return { askedAs, fields: Object.fromEntries(entries) as FieldsByObject };
}

function unfit(name: string, detail: string): Problem {
  return new Problem('unprocessable', 'The fields can not be made like this.', {
    issues: [{ in: 'body', name, detail }],
  });
}
