/** An integration that is gone while installations of it may still be there; its name stands in their last events. */
export type IntegrationRemoval = {
  projectId: string;
  integrationId: string;
  integrationName: string;
  createTime: number;
};

export type IntegrationRemovalStore = {
  insert(removal: IntegrationRemoval): Promise<void>;
  /** Holds it until the transaction ends, so that one at a time goes on with it; false when it is finished. */
  lock(projectId: string, integrationId: string): Promise<boolean>;
  /** Of all projects, oldest first. */
  list(limit: number): Promise<IntegrationRemoval[]>;
  remove(projectId: string, integrationId: string): Promise<void>;
};
