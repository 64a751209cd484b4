import type { Handlers } from '../../../lib/rpc/services.ts';
import type { GenerateUploadUrl } from '../uploads/usecases/generate_upload_url.ts';
import type { UploadSource } from '../uploads/usecases/upload_source.ts';

type UseCases = { generateUploadUrl: GenerateUploadUrl; uploadSource: UploadSource };
type Rpcs = 'GenerateUploadUrl' | 'UploadSource';

/** RPCs for uploads of manifests as zip. */
export function uploadHandlers({ generateUploadUrl, uploadSource }: UseCases): Pick<Handlers<'installation'>, Rpcs> {
  return {
    GenerateUploadUrl: generateUploadUrl,
    async UploadSource(call, request) {
      await uploadSource(call, request);
      return {};
    },
  };
}
