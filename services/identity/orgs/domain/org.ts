/** A builder's company. All its members are in its default team. */
export type Org = { id: string; label: string; defaultTeamId: string; createTime: number; updateTime: number | null };

export type OrgStore = {
  find(orgId: string): Promise<Org | undefined>;
  /** `creatorId`: the builder whose quota the org counts for. */
  insert(org: Org, creatorId: string | null): Promise<void>;
  rename(orgId: string, label: string, updateTime: number): Promise<void>;
};
