/**
 * A deleted integration whose installations are still being removed. The events about these installations contain the
 * integration's name.
 */
export type IntegrationRemoval = {
  projectId: string;
  integrationId: string;
  integrationName: string;
  createTime: number;
};

export type IntegrationRemovalStore = {
  insert(removal: IntegrationRemoval): Promise<void>;
  /**
   * Locks the row until the transaction ends, so that only one worker at a time continues the removal. Returns false
   * when the removal is complete.
   */
  lock(projectId: string, integrationId: string): Promise<boolean>;
  /** Lists the removals of all projects, oldest first. */
  list(limit: number): Promise<IntegrationRemoval[]>;
  remove(projectId: string, integrationId: string): Promise<void>;
};
