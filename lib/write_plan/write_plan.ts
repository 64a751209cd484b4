import type { Json } from '../json/json.ts';

/** How a write treats one field of the provider. */
export type FieldSetting = {
  default?: string | number | boolean;
  writeOnCreate: 'always' | 'never';
  writeOnUpdate: 'always' | 'never' | 'ifEmpty';
  /** Whether an update gets the default too; absent: always. The value comes from the deprecated `applyOnUpdate`. */
  defaultOnUpdate?: 'always' | 'never';
};

/** The data that writes of one object need. `installation` sends it as the message WritePlan, with the same fields. */
export type WritePlan = {
  projectId: string;
  installationId: string;
  integrationId: string;
  integrationName: string;
  configId: string;
  connectionId: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  provider: string;
  module: string;
  workspace: string;
  /** Identifies the current credentials and variables of the connection; '' when the provider has refused them. */
  credentialsVersion: string;
  /** The provider's name of the object. */
  objectName: string;
  /** The builder's name: the mapped name with inheritMapping, otherwise objectName. */
  mappedObjectName: string;
  deletionEnabled: boolean;
  /** JSON of WriteRules. */
  rulesJson: string;
};

export type WriteRules = {
  /** With inheritMapping: mapped name and the provider's field (a name or a $['a']['b'] path); [] otherwise. */
  mappings: { mapToName: string; fieldName: string }[];
  /** Mapped optional names that the customer left unmapped. They are removed from the record. */
  unmapped: string[];
  /**
   * For each field of the provider: maps a delivered value to the provider's value, in the type that the config has.
   */
  valueMappings: Record<string, Record<string, Json>>;
  settings: Record<string, FieldSetting>;
  /** The revision's valueDefaults.allowAnyFields. */
  allowAnyFields: boolean;
};
