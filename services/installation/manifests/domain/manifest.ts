import type { CadenceKeys } from '../../../../lib/cron/cadence.ts';

/** A builder's manifest entry for one integration; the content of a revision. All keys are the manifest's own. */
export type ManifestIntegration = {
  name: string;
  provider: string;
  displayName?: string;
  module?: string;
  read?: { objects: ManifestReadObject[] };
  write?: { objects: { objectName: string; inheritMapping?: boolean; valueDefaults?: { allowAnyFields?: boolean } }[] };
  subscribe?: { objects: ManifestSubscribeObject[] };
  proxy?: { enabled: boolean; useModule?: boolean };
  watchSchema?: Record<string, unknown>;
};

/** A field under its own name (fieldName), under another name (both), or mapped by the customer (mapToName alone). */
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
  /** Reads the object for every installation, whether or not its config selects it. */
  enabled?: 'always';
};

type ManifestSubscribeObject = { objectName: string; destination: string } & Record<string, unknown>;

export type Manifest = { specVersion: string; integrations: ManifestIntegration[] };
