import type { CadenceKeys } from '../../../lib/cron/cadence.ts';
import { child, type Fault, isPresent, type PathNode, warning } from '../fault.ts';

/**
 * The entry of one integration in a builder's manifest, which a revision stores. The keys are the keys of the manifest.
 */
export type ManifestIntegration = {
  name: string;
  provider: string;
  displayName?: string;
  module?: string;
  read?: { objects: ManifestReadObject[] };
  write?: { objects: ManifestWriteObject[] };
  subscribe?: { objects: ManifestSubscribeObject[] };
  proxy?: { enabled: boolean; useModule?: boolean };
  watchSchema?: Record<string, unknown>;
};

/** A field under its own name (fieldName), under another name (both), or mapped by the customer (only mapToName). */
export type ManifestField = {
  fieldName?: string;
  mapToName?: string;
  mapToDisplayName?: string;
  prompt?: string;
  default?: string;
};

export type Backfill = { defaultPeriod?: { days?: number; fullHistory?: boolean } };

export type ManifestReadObject = CadenceKeys & {
  objectName: string;
  destination: string;
  mapToName?: string;
  mapToDisplayName?: string;
  requiredFields?: ManifestField[];
  optionalFields?: ManifestField[];
  optionalFieldsAuto?: 'all';
  backfill?: Backfill;
  delivery?: { mode?: 'auto' | 'onRequest'; pageSize?: number };
  /** Detects deletions at providers that do not report them, by listing every id on this schedule (cron, UTC). */
  deletes?: { sweep: CadenceKeys };
  /** Reads the object for every installation, even if its config does not select it. */
  enabled?: 'always';
};

export type ManifestWriteObject = {
  objectName: string;
  /** Writing uses the same names of the object and its fields as `read`. */
  inheritMapping?: boolean;
  valueDefaults?: { allowAnyFields?: boolean };
};

type ManifestSubscribeObject = { objectName: string; destination: string } & Record<string, unknown>;

export type Manifest = { specVersion: string; integrations: ManifestIntegration[] };

/** The objects that the revision reads. */
export function readObjectsOf({ contentJson }: { contentJson: string }) {
  const { module, read } = JSON.parse(contentJson) as ManifestIntegration;
  return (read?.objects ?? []).map(({ objectName }) => ({ module, objectName }));
}

/**
 * Blocks that this version stores but does not run yet. A manifest may contain them; every response then has a warning.
 */
export const NOT_RUN_BLOCKS = ['subscribe', 'watchSchema'] as const;
type NotRunBlock = (typeof NOT_RUN_BLOCKS)[number];

const NOT_RUN_RULE = 'not-run-yet';

/** The blocks of an integration that are not run. */
export function notRunBlocks(revision: ManifestIntegration): NotRunBlock[] {
  return NOT_RUN_BLOCKS.filter((block) => revision[block]);
}

/** A warning for each block below `node` that is not run. */
export function notRunFaults(node: PathNode): Fault[] {
  return NOT_RUN_BLOCKS.filter((block) => isPresent(child(node, block))).map((block) =>
    warning(
      child(node, block).path,
      NOT_RUN_RULE,
      `This version of Causeway does not run ${block} yet: the block is stored and has no effect.`,
    ),
  );
}

/** Returns false for a stored warning about a block that this version runs. */
export function isCurrentWarning({ rule, path }: { rule: string; path: string }): boolean {
  return rule !== NOT_RUN_RULE || NOT_RUN_BLOCKS.some((block) => path.endsWith(block));
}
