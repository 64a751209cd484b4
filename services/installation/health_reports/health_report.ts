export type HealthLevel = 'error' | 'warning';

/** A reason that another service reported. Level null: the reason ended. */
export type HealthReport = {
  installationId: string;
  objectName: string;
  code: string;
  level: HealthLevel | null;
  detail: string;
  /** The destination that it is about; null for none, and in reports of earlier versions. */
  destinationId: string | null;
  since: number;
  seq: number;
};

export type HealthReportStore = {
  /** Stores the newest report of a code and object; ignores one whose seq is not higher than the stored one. */
  save(projectId: string, report: HealthReport): Promise<void>;
  /** The reasons that have not ended, in one query for all installations. */
  listOpen(installations: { projectId: string; id: string }[]): Promise<HealthReport[]>;
  /** Ends the reasons of all other objects; reports up to `seq` do not bring them back. */
  endOthers(projectId: string, installationId: string, objectNames: string[], seq: number): Promise<void>;
  remove(projectId: string, installationId: string): Promise<void>;
};
