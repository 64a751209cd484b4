export type HealthLevel = 'error' | 'warning';

/** A health reason that another service reported. The level is null when the reason has ended. */
export type HealthReport = {
  installationId: string;
  objectName: string;
  code: string;
  level: HealthLevel | null;
  detail: string;
  /**
   * The destination that the reason is about; null if the reason concerns no destination, and in reports of earlier
   * versions.
   */
  destinationId: string | null;
  since: number;
  seq: number;
};

export type HealthReportStore = {
  /** Stores the newest report of a code and object. Ignores a report whose `seq` is not higher than the stored one. */
  save(projectId: string, report: HealthReport): Promise<void>;
  /** The reasons that have not ended, in one query for all installations. */
  listOpen(installations: { projectId: string; id: string }[]): Promise<HealthReport[]>;
  /** Ends the reasons of all objects that are not in `objectNames`. Later reports up to `seq` are ignored. */
  endOthers(projectId: string, installationId: string, objectNames: string[], seq: number): Promise<void>;
  remove(projectId: string, installationId: string): Promise<void>;
};
