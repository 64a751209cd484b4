/** The key of an object. The installation id is unique by itself; the project id scopes it to the tenant. */
export type ObjectKey = { projectId: string; installationId: string; objectName: string };

export type InstallationKey = { projectId: string; installationId: string };

/** The columns that name an object in the tables of this service. */
export function columnsOfObject({ projectId, installationId, objectName }: ObjectKey) {
  return { project_id: projectId, installation_id: installationId, object_name: objectName };
}
