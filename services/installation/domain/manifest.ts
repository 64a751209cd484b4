/** What a builder writes about one integration; stored as a revision's content. All names are the manifest's own. */
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

/** A field read as it is (fieldName), under another name (both), or one the customer chooses (mapToName alone). */
export type ManifestField = {
  fieldName?: string;
  mapToName?: string;
  mapToDisplayName?: string;
  prompt?: string;
  default?: string;
};

export type Backfill = { defaultPeriod?: { days?: number; fullHistory?: boolean } };

export type ManifestReadObject = {
  objectName: string;
  destination: string;
  /** Five-field cron in UTC; without one the object is read only when triggered. */
  schedule?: string;
  mapToName?: string;
  mapToDisplayName?: string;
  requiredFields?: ManifestField[];
  optionalFields?: ManifestField[];
  optionalFieldsAuto?: 'all';
  backfill?: Backfill;
  delivery?: { mode?: 'auto' | 'onRequest'; pageSize?: number };
  /** Finds out what was deleted where the provider does not tell: by listing every id, so often (cron, UTC). */
  deletes?: { sweep: { schedule: string } };
  /** Read for every installation, chosen or not. */
  enabled?: 'always';
};

type ManifestSubscribeObject = { objectName: string; destination: string } & Record<string, unknown>;

export type Manifest = { specVersion: string; integrations: ManifestIntegration[] };

/** Where something lies in the file: keys and positions from the top. */
export type Path = readonly (string | number)[];

/** One thing that is wrong, or (a warning) likely not meant. */
export type Fault = {
  path: Path;
  rule: string;
  message: string;
  suggestion?: string | undefined;
  severity: 'error' | 'warning';
};

export const SPEC_VERSION = '1.0.0';

/** A century: before it no provider has a record, and further back there are moments that no timestamp can say. */
export const MOST_BACKFILL_DAYS = 36_500;

export function error(path: Path, rule: string, message: string, suggestion?: string): Fault {
  return { path, rule, message, suggestion, severity: 'error' };
}

export function warning(path: Path, rule: string, message: string, suggestion?: string): Fault {
  return { path, rule, message, suggestion, severity: 'warning' };
}

/** `$.integrations[0].read.objects[1].schedule` */
export function pathText(path: Path): string {
  return path.reduce<string>((text, part) => text + (typeof part === 'number' ? `[${part}]` : `.${part}`), '$');
}
