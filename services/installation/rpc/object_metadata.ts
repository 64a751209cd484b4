import { stringifyJson } from '../../../lib/json/json.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { FieldsByObject } from '../providers/domain/object_metadata.ts';
import type { GetObjectMetadata } from '../fields/usecases/get_object_metadata.ts';
import type { HydrateRevision } from '../fields/usecases/hydrate_revision.ts';
import type { UpsertObjectMetadata } from '../fields/usecases/upsert_object_metadata.ts';

type UseCases = {
  getObjectMetadata: GetObjectMetadata;
  upsertObjectMetadata: UpsertObjectMetadata;
  hydrateRevision: HydrateRevision;
};
type Rpcs = 'GetObjectMetadata' | 'UpsertObjectMetadata' | 'HydrateRevision';

/** RPCs for the fields of provider objects: read them, change them, and merge them into a revision. */
export function objectMetadataHandlers({
  getObjectMetadata,
  upsertObjectMetadata,
  hydrateRevision,
}: UseCases): Pick<Handlers<'installation'>, Rpcs> {
  return {
    GetObjectMetadata: async (call, { account, ...request }) => ({
      metadataJson: stringifyJson(await getObjectMetadata(call, { ...request, ...asked(account) })),
    }),
    async UpsertObjectMetadata(call, { account, fieldsJson }) {
      // Field settings need no exact numbers, so JSON.parse is enough.
      const fields = JSON.parse(fieldsJson) as FieldsByObject;
      return { resultJson: stringifyJson(await upsertObjectMetadata(call, { ...asked(account), fields })) };
    },
    async HydrateRevision(call, request) {
      const { id, specVersion, createTime, content } = await hydrateRevision(call, request);
      return { id, specVersion, createTime, contentJson: stringifyJson(content) };
    },
  };
}

const NOBODY = { projectId: '', integrationId: '', provider: '', groupRef: '', consumerRef: '' };

function asked<T extends typeof NOBODY>(account: T | null): typeof NOBODY {
  return account ?? NOBODY;
}
