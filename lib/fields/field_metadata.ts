/** The type of a field, with the names of the public API. */
export type ValueType =
  | 'string'
  | 'boolean'
  | 'singleSelect'
  | 'multiSelect'
  | 'date'
  | 'datetime'
  | 'int'
  | 'float'
  | 'reference'
  | 'other';

/** Metadata of one field. A property is absent when the provider does not state it. */
export type FieldMetadata = {
  /** The provider's spelling of the name. */
  fieldName: string;
  displayName: string;
  valueType: ValueType;
  /** Absent when the type was inferred from records or comes from the provider file. */
  providerType?: string;
  readOnly?: boolean;
  isCustom?: boolean;
  /** Whether a new record must have a value for the field. */
  isRequired?: boolean;
  referenceTo?: string[];
  values?: { value: string; displayValue: string }[];
  /** Set when name and type were inferred from records, because the provider does not describe its fields. */
  isSampled?: true;
};

export type ObjectMetadata = {
  /** The provider file's spelling of the name. */
  name: string;
  displayName: string;
  fields: Record<string, FieldMetadata>;
};
