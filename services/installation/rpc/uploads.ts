import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';

/** RPCs for uploads of manifests as zip. */
export function uploadHandlers(useCases: UseCases) {
  return {
    GenerateUploadUrl: useCases.generateUploadUrl,
    async UploadSource(call, request) {
      await useCases.uploadSource(call, request);
      return {};
    },
  } satisfies Partial<Handlers<'installation'>>;
}
