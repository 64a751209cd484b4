import type { Routes, Services } from '../../rest/operation.ts';

/** Uploads of a manifest's zip before it is deployed. */
export function uploadRoutes({ installation }: Services): Routes<'generateUploadUrl' | 'uploadSource'> {
  return {
    async generateUploadUrl({ call, caller, query }) {
      const [projectId = ''] = caller.scheme === 'apiKey' ? caller.projectIds : [];
      // A query turns an unencoded plus into a space.
      const md5 = (query.md5 ?? '').replaceAll(' ', '+');
      return installation.generateUploadUrl(call, { projectId, md5 });
    },
    async uploadSource({ call, path, query, body }) {
      const content = body as Buffer;
      await installation.uploadSource(call, { uploadId: path.uploadId, signature: query.signature, content });
    },
  };
}
