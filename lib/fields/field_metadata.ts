/** The type of a field, by the names of the public API. */
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
  /** The name as the provider spells it. */
  fieldName: string;
  displayName: string;
  valueType: ValueType;
  /** Absent when the type was inferred from records or comes from the provider file. */
  providerType?: string;
  readOnly?: boolean;
  isCustom?: boolean;
  /** Whether a new record must have a value for it. */
  isRequired?: boolean;
  referenceTo?: string[];
  values?: { value: string; displayValue: string }[];
  /** Set when name and type were inferred from records, because no description exists. */
  isSampled?: true;
};

export type ObjectMetadata = {
  /** The name as the provider file spells it. */
  name: string;
  displayName: string;
  fields: Record<string, FieldMetadata>;
};
