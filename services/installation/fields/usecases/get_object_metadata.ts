import type { IntegrationStore } from '../../integrations/domain/integration.ts';
import type { ConnectionStore } from '../../connections/domain/connection.ts';
import type { InstallationStore } from '../../installations/domain/installation.ts';
import type { Connectors } from '../../providers/domain/provider.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { ManifestIntegration } from '../../manifests/domain/manifest.ts';
import type { ObjectMetadata } from '../../../../lib/fields/field_metadata.ts';
import type { AskProvider } from '../../call_auth/usecases/ask_provider.ts';
import { findAccount, type AccountQuestion } from './find_account.ts';

type Deps = {
  stores: { integrations: IntegrationStore; connections: ConnectionStore; installations: InstallationStore };
  connectors: Connectors;
};

type Request = AccountQuestion & { objectName: string; excludeReadOnly: boolean };
/** `mappedObjectName` is set when the manifest renames the object. */
export type NamedMetadata = ObjectMetadata & { mappedObjectName?: string };

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

/** The native name, and the mapped name if any, of an object that is requested by either. */
export function namesOf(revision: ManifestIntegration | null, asked: string): { native: string; mapped?: string } {
  const objects = revision?.read?.objects ?? [];
  const found =
    objects.find(({ objectName }) => objectName === asked) ?? objects.find(({ mapToName }) => mapToName === asked);
  return { native: found?.objectName ?? asked, ...(found?.mapToName && { mapped: found.mapToName }) };
}
