import type { ShownProviderApp } from './connection.ts';

export type ProviderApp = ShownProviderApp & { sealedSecret: string };

export type ProviderAppStore = {
  insert(app: ProviderApp): Promise<void>;
  list(projectId: string): Promise<ShownProviderApp[]>;
  find(projectId: string, id: string): Promise<ProviderApp | undefined>;
  /** The project's default for a provider is its oldest app: adding a second one changes nothing for running flows. */
  findDefault(projectId: string, provider: string): Promise<ProviderApp | undefined>;
  /** The same, held until the transaction ends. */
  lock(projectId: string, id: string): Promise<ProviderApp | undefined>;
  /** Throws alreadyExists when the provider has an app with this client id. */
  update(app: ProviderApp): Promise<void>;
  remove(projectId: string, id: string): Promise<boolean>;
};
