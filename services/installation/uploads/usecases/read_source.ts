import { noSuch } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import { uploadIdOf, type UploadStore } from '../domain/upload.ts';
import { manifestInArchive } from './manifest_in_archive.ts';

type Deps = { stores: { uploads: UploadStore } };

/** The source of a manifest. Exactly one of the two must be set. */
export type Source = { sourceYaml?: string; sourceZipUrl?: string };
export type ReadSource = ReturnType<typeof makeReadSource>;

/**
 * The text of a manifest. A `sourceZipUrl` is never fetched: it names a zip that this project or this caller uploaded.
 * Throws invalidArgument unless exactly one source is set, unprocessable for an unknown upload or an invalid zip.
 */
export function makeReadSource({ stores }: Deps) {
  return async function readSource(
    call: Call,
    projectId: string,
    { sourceYaml = '', sourceZipUrl = '' }: Source,
  ): Promise<string> {
    if ((sourceYaml === '') === (sourceZipUrl === '')) throw oneOfBoth();
    if (sourceYaml) return sourceYaml;
    const id = uploadIdOf(sourceZipUrl);
    const owners = [`project:${projectId}`, call.principal];
    const content = id === null ? undefined : await stores.uploads.findContent(owners, id);
    if (!content) throw noUpload();
    return manifestInArchive(content);
  };
}

function oneOfBoth(): Problem {
  const detail = 'Send either sourceZipUrl or sourceYaml.';
  return new Problem('invalidArgument', detail, {
    issues: ['sourceZipUrl', 'sourceYaml'].map((name) => ({ in: 'body', name, detail })),
  });
}

function noUpload(): Problem {
  const detail = noSuch('upload');
  return new Problem('unprocessable', detail, {
    issues: [{ in: 'body', name: 'sourceZipUrl', detail }],
    remedy: 'Ask for an upload URL, PUT the zip there, and deploy it within a day as gs://<bucket><path>.',
  });
}
