/** The columns that name the installation and object of a row, in the tables of schedules and operations. */
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
