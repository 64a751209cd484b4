import type { Json, JsonObject } from '../../../../lib/json/json.ts';
import type { ProblemKind } from '../../../../lib/problem/kinds.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { DestinationDriver, MetadataFault } from '../domain/destination_driver.ts';

/** The metadata as the driver normalises it. Throws invalidArgument with an issue for each fault. */
export function checkMetadata(driver: DestinationDriver, given: Json): JsonObject {
  const checked = driver.check(given);
  if (checked.faults) throw metadataProblem('invalidArgument', checked.faults);
  return checked.metadata;
}

/** Throws unprocessable for a target that a delivery would refuse to call. */
export async function checkTarget(driver: DestinationDriver, metadata: JsonObject): Promise<void> {
  const [first, ...rest] = await driver.checkTarget(metadata);
  if (first) throw metadataProblem('unprocessable', [first, ...rest]);
}

function metadataProblem(kind: ProblemKind, faults: [MetadataFault, ...MetadataFault[]]): Problem {
  const issues = faults.map(({ path, ...fault }) => ({
    in: 'body' as const,
    name: path === '' ? 'metadata' : `metadata.${path}`,
    ...fault,
  }));
  return new Problem(kind, faults[0].detail, { issues });
}
