import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ManifestIntegration } from '../domain/manifest.ts';
import type { ObjectMetadata } from '../domain/object_metadata.ts';
import type { AskProvider } from './ask_provider.ts';
import type { Deps } from './deps.ts';
import { findAccount, type AccountQuestion } from './find_account.ts';

type Request = AccountQuestion & { objectName: string; excludeReadOnly: boolean };
/** `mappedObjectName` where the manifest gives the object another name. */
export type NamedMetadata = ObjectMetadata & { mappedObjectName?: string };
export type GetObjectMetadata = ReturnType<typeof makeGetObjectMetadata>;

/** The fields of an object as the provider describes them now. */
export function makeGetObjectMetadata(deps: Deps, { askProvider }: { askProvider: AskProvider }) {
  return async function getObjectMetadata(
    call: Call,
    { objectName, excludeReadOnly, ...question }: Request,
  ): Promise<NamedMetadata> {
    const account = await findAccount(deps, question);
    const { native, mapped } = namesOf(account.revision, objectName);
    // A path is no name: only a manifest may read one.
    if (native.startsWith('/') && !mapped) throw new Problem('notFound', 'There is no such object.');
    const { fields, ...about } = await askProvider(call, account, (via) =>
      deps.connectors.describeObject({ ...via, object: native }),
    );
    const kept = Object.entries(fields).filter(([, { readOnly }]) => !excludeReadOnly || readOnly !== true);
    return { ...about, ...(mapped && { mappedObjectName: mapped }), fields: Object.fromEntries(kept) };
  };
}

/** The provider's name of an object that is asked for by its own or its mapped name. */
export function namesOf(revision: ManifestIntegration | null, asked: string): { native: string; mapped?: string } {
  const objects = revision?.read?.objects ?? [];
  const found =
    objects.find(({ objectName }) => objectName === asked) ?? objects.find(({ mapToName }) => mapToName === asked);
  return { native: found?.objectName ?? asked, ...(found?.mapToName && { mapped: found.mapToName }) };
}
