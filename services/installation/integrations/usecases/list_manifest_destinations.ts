import type { Call } from '../../../../lib/rpc/call.ts';
import { manifestDestinationNames } from '../../destinations/domain/destination_ids.ts';
import { child, items } from '../../domain/node_at_path.ts';
import { parseManifest } from '../../manifests/usecases/parse_manifest.ts';
import type { ReadSource, Source } from '../../uploads/usecases/read_source.ts';

/**
 * The destinations that a manifest names, for the gateway to resolve before it deploys the manifest. None for a
 * manifest with a syntax fault: its deploy reports the fault. Throws invalidArgument and unprocessable for the source.
 */
export function makeListManifestDestinations({ readSource }: { readSource: ReadSource }) {
  return async function listManifestDestinations(
    call: Call,
    request: Source & { projectId: string },
  ): Promise<string[]> {
    const { value } = await parseManifest(await readSource(call, request.projectId, request));
    const integrations = items(child({ value, path: [] }, 'integrations'));
    return [...new Set(integrations.flatMap((one) => manifestDestinationNames(one.value)))];
  };
}
