/** Whose read of what a row is about: the columns that every table of reads and their schedules has. */
export type ObjectNameColumns = {
  project_id: string;
  integration_id: string;
  installation_id: string;
  object_name: string;
  mapped_object_name: string;
};

export function toObjectNames(row: ObjectNameColumns) {
  return {
    projectId: row.project_id,
    integrationId: row.integration_id,
    installationId: row.installation_id,
    objectName: row.object_name,
    mappedObjectName: row.mapped_object_name,
  };
}
