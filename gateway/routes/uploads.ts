import type { Routes, Services } from '../http/operation.ts';

/** Where a manifest's zip is sent before it is deployed. */
export function uploadRoutes({ installation }: Services): Routes<'generateUploadUrl' | 'uploadSource'> {
  return {
    async generateUploadUrl({ call, caller, query }) {
      const [projectId = ''] = caller.scheme === 'apiKey' ? caller.projectIds : [];
      // In a query a plus that nobody encoded has become a space.
      const md5 = (query.md5 ?? '').replaceAll(' ', '+');
      return installation.generateUploadUrl(call, { projectId, md5 });
    },
    async uploadSource({ call, path, query, body }) {
      const content = body as Buffer;
      await installation.uploadSource(call, { uploadId: path.uploadId, signature: query.signature, content });
    },
  };
}
