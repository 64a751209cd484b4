/** A provider app without its secret, which is never shown. */
export type ProviderAppWithoutSecret = {
  id: string;
  projectId: string;
  provider: string;
  clientId: string;
  externalRef: string;
  scopes: string[];
  metadataJson: string;
  createTime: number;
  updateTime: number | null;
};

export type ProviderApp = ProviderAppWithoutSecret & { sealedSecret: string };

export type ProviderAppStore = {
  insert(app: ProviderApp): Promise<void>;
  list(projectId: string): Promise<ProviderAppWithoutSecret[]>;
  find(projectId: string, id: string): Promise<ProviderApp | undefined>;
  /**
   * Finds the project's oldest app for the provider. So running authorizations keep their app when a second app is
   * created.
   */
  findDefault(projectId: string, provider: string): Promise<ProviderApp | undefined>;
  /** Finds the app and locks its row until the transaction ends. */
  lock(projectId: string, id: string): Promise<ProviderApp | undefined>;
  /** Throws alreadyExists when another app of the provider has this client id. */
  update(app: ProviderApp): Promise<void>;
  remove(projectId: string, id: string): Promise<boolean>;
};

/** The queries that the folder provider_apps makes about connections. */
export type ConnectionsOfApp = {
  /** Returns the id of any connection that was made with this provider app; undefined when there is none. */
  findByProviderApp(projectId: string, providerAppId: string): Promise<string | undefined>;
};
