/** The key of an object. The installation id is unique by itself; the project id scopes it to the tenant. */
export type ObjectKey = { projectId: string; installationId: string; objectName: string };

export type InstallationKey = { projectId: string; installationId: string };
