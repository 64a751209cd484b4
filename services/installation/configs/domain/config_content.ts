import type { CadenceKeys } from '../../../../lib/cron/cadence.ts';
import type { Backfill } from '../../manifests/domain/manifest.ts';

/**
 * A customer's choices, as the builder's application sends them. Lenient, because official clients leave out keys that
 * they do not use.
 */
export type ConfigContent = {
  provider?: string;
  read?: { objects?: Record<string, ReadConfig> };
  write?: { objects?: Record<string, unknown> };
  subscribe?: { objects?: Record<string, unknown> };
  proxy?: { enabled?: boolean };
} & Record<string, unknown>;

export type FieldFilter = { fieldName: string; operator: string; value?: unknown };

export type ReadConfig = CadenceKeys & {
  /** Defaults to the key in `objects`. */
  objectName?: string;
  selectedFields?: Record<string, boolean>;
  /** The builder's name → the provider's field. */
  selectedFieldMappings?: Record<string, string>;
  selectedFieldsAuto?: 'all';
  /** Field → delivered value → the provider's value. */
  selectedValueMappings?: Record<string, Record<string, unknown>>;
  dynamicMappingsInput?: unknown[];
  destination?: string;
  disabled?: boolean;
  backfill?: Backfill & { fieldFilters?: FieldFilter[] };
  fieldFilters?: FieldFilter[];
} & Record<string, unknown>;
