/**
 * The data that reads of one object need, merged from manifest and config. `installation` sends it as the message
 * `ReadPlan` of protos/installation, with the same fields, and `reads` stores it in the operation. The *Json fields are
 * JSON text. Optional fields are absent in plans that an earlier version stored.
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
  /** '' when no destination has the name. Reads then wait for a destination with this name. */
  destinationId?: string;
  /** The text of a cadence (lib/cron/cadence.ts); '' when the object is read only when triggered. */
  schedule: string;
  disabled: boolean;
  /** The cadence of the sweep that lists every id to find deleted records; empty for never. */
  sweepSchedule?: string;
  /** 0: no backfill. -1: all records. */
  backfillDays: number;
  /** `auto` or `onRequest`. */
  deliveryMode: string;
  pageSize: number;
  selectionJson: string;
  filtersJson: string;
  backfillFiltersJson: string;
  configJson: string;
  /** Manifest blocks that are stored but not run yet. */
  notRun?: string[];
  /** Whether the installation's pinned revision reads the object but the latest revision does not. */
  isLeftOut?: boolean;
  /**
   * When the latest revision was created, Unix ms. A later revision has a later time, so of two plans, the plan with
   * the later time is newer.
   */
  latestRevisionTime?: number;
};

/** The settings of manifest and config for reading one object, parsed. */
export type PlannedObject = Required<Pick<ReadPlan, ObjectKeys>> & {
  deliveryMode: 'auto' | 'onRequest';
  selection: FieldSelection;
  filters: ReadFilter[];
  backfillFilters: ReadFilter[];
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
export type FieldSelection = {
  /** The provider's names, or `$['a']['b']` paths, of the fields that are delivered under these names. */
  selectedFields: readonly string[];
  /** Select every field that is not mapped, and not in `unselectedFields`. */
  selectAll: boolean;
  unselectedFields?: readonly string[] | undefined;
  mappings: readonly { mapToName: string; fieldName: string }[];
  /** Keyed by provider field or mapped name; each entry maps a delivered value to a provider value. */
  valueMappings?: Record<string, Record<string, string>> | undefined;
};

export type ReadFilter = { fieldName: string; value: unknown };
