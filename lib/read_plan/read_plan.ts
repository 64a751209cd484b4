/**
 * All that the reads of one object need, merged from manifest and config: what `installation` answers and `reads` freezes
 * into an operation. Its only other spelling is the message `ReadPlan` of protos/installation, which has the same
 * fields. The *Json fields are JSON text. Optional fields are absent in plans that an earlier version froze.
 */
export type ReadPlan = {
  projectId: string;
  installationId: string;
  installationUpdateTime: number;
  /** Unix ms. */
  installationCreateTime?: number;
  integrationId: string;
  integrationName: string;
  configId: string;
  revisionId: string;
  connectionId: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  provider: string;
  module: string;
  workspace: string;
  /** The provider's name of the object. */
  objectName: string;
  /** The builder's name; equal to objectName without a mapping. */
  mappedObjectName: string;
  destinationName: string;
  /** Empty when no destination has the name; then its reads wait. */
  destinationId?: string;
  /** The text of a cadence (lib/cron/cadence.ts); empty when the object is only read by trigger. */
  schedule: string;
  disabled: boolean;
  /** The cadence of the sweep that lists every id to find deleted records; empty for never. */
  sweepSchedule?: string;
  /** 0: none. -1: everything. */
  backfillDays: number;
  /** auto or onRequest. */
  deliveryMode: string;
  pageSize: number;
  selectionJson: string;
  filtersJson: string;
  backfillFiltersJson: string;
  configJson: string;
  /** Manifest blocks that are stored but not run yet. */
  notRun?: string[];
  /** The pinned revision reads the object, and the latest one does not. */
  isLeftOut?: boolean;
  /** When the latest revision was created, Unix ms; it always grows. Of two plans the later time wins. */
  latestRevisionTime?: number;
};

/** The settings of manifest and config for reading one object, parsed. */
export type PlannedObject = Required<Pick<ReadPlan, ObjectKeys>> & {
  deliveryMode: 'auto' | 'onRequest';
  selection: Selection;
  filters: Filter[];
  backfillFilters: Filter[];
};

type ObjectKeys =
  | 'objectName'
  | 'mappedObjectName'
  | 'module'
  | 'destinationName'
  | 'destinationId'
  | 'schedule'
  | 'disabled'
  | 'sweepSchedule'
  | 'backfillDays'
  | 'deliveryMode'
  | 'pageSize'
  | 'notRun'
  | 'isLeftOut';

/** Which fields of a record are delivered, and under which names. The connector engine applies it. */
export type Selection = {
  /** The provider's names, or `$['a']['b']` paths, of the fields delivered under their own name. */
  selectedFields: readonly string[];
  /** Select every field that is not mapped, and not in `unselectedFields`. */
  selectAll: boolean;
  unselectedFields?: readonly string[] | undefined;
  mappings: readonly { mapToName: string; fieldName: string }[];
  /** Keyed by provider field or mapped name; each entry maps a delivered value to a provider value. */
  valueMappings?: Record<string, Record<string, string>> | undefined;
};

export type Filter = { fieldName: string; value: unknown };
