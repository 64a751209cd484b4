export type Org = { id: string; label: string; defaultTeamId: string; createTime: number };

/** The top-level scope. The name is lower-case, unique in the deployment and never looks like an id. */
export type Project = {
  id: string;
  name: string;
  appName: string;
  orgId: string;
  createTime: number;
  updateTime: number | null;
};

export type BillingAccount = {
  id: string;
  orgId: string;
  displayName: string;
  billingProvider: string;
  billingProviderRef: string;
  createTime: number;
};

export type OrgStore = {
  insert(org: Org): Promise<void>;
};

export type ProjectStore = {
  find(projectId: string): Promise<Project | undefined>;
  findByName(name: string): Promise<Project | undefined>;
  listOfOrg(orgId: string): Promise<Project[]>;
  listByIds(projectIds: string[]): Promise<Project[]>;
  insert(project: Project): Promise<void>;
};

export type BillingAccountStore = {
  findOfOrg(orgId: string): Promise<BillingAccount | undefined>;
  insert(account: BillingAccount): Promise<void>;
};
