import type { Routes, Services } from '../../rest/operation.ts';

/** The routes that upload a manifest's zip file before the deploy. */
export function uploadRoutes({ installation }: Services): Routes<'generateUploadUrl' | 'uploadSource'> {
  return {
    async generateUploadUrl({ call, caller, query }) {
      const [projectId = ''] = caller.scheme === 'apiKey' ? caller.projectIds : [];
      // Query parsing turns an unencoded plus sign into a space.
      const md5 = (query.md5 ?? '').replaceAll(' ', '+');
      return installation.generateUploadUrl(call, { projectId, md5 });
    },
    async uploadSource({ call, path, query, body }) {
      const content = body as Buffer;
      await installation.uploadSource(call, { uploadId: path.uploadId, signature: query.signature, content });
    },
  };
}
