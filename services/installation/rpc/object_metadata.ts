import { stringifyJson } from '../../../lib/json/json.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { FieldsByObject } from '../../../lib/fields/field_definition.ts';
import type { UseCases } from '../use_cases.ts';

/** RPCs for the fields of provider objects: read them, change them, and merge them into a revision. */
export function objectMetadataHandlers(useCases: UseCases) {
  return {
    GetObjectMetadata: async (call, { account, ...request }) => ({
      metadataJson: stringifyJson(await useCases.getObjectMetadata(call, { ...request, ...asked(account) })),
    }),
    async UpsertObjectMetadata(call, { account, fieldsJson }) {
      // Field settings need no exact numbers, so JSON.parse is enough.
      const fields = JSON.parse(fieldsJson) as FieldsByObject;
      return { resultJson: stringifyJson(await useCases.upsertObjectMetadata(call, { ...asked(account), fields })) };
    },
    async HydrateRevision(call, request) {
      const { id, specVersion, createTime, content } = await useCases.hydrateRevision(call, request);
      return { id, specVersion, createTime, contentJson: stringifyJson(content) };
    },
  } satisfies Partial<Handlers<'installation'>>;
}

const NOBODY = { projectId: '', integrationId: '', provider: '', groupRef: '', consumerRef: '' };

function asked<T extends typeof NOBODY>(account: T | null): typeof NOBODY {
  return account ?? NOBODY;
}
