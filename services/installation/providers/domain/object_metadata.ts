/** Fields of an object: as the provider has them, and as a caller defines them. Names are those of the public API. */
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

export type FieldMetadata = {
  fieldName: string;
  displayName: string;
  valueType: ValueType;
  /** Absent when the type was inferred from records or comes from the provider file. */
  providerType?: string;
  readOnly?: boolean;
  isCustom?: boolean;
  isRequired?: boolean;
  referenceTo?: string[];
  values?: { value: string; displayValue: string }[];
  /** The provider has no description: name and type were inferred from records. */
  isSampled?: true;
};

export type ObjectMetadata = { name: string; displayName: string; fields: Record<string, FieldMetadata> };

export type FieldDefinition = {
  fieldName: string;
  displayName: string;
  valueType: ValueType;
  description?: string;
  required?: boolean;
  unique?: boolean;
  indexed?: boolean;
  stringOptions?: {
    length?: number;
    lines?: number;
    pattern?: string;
    values?: string[];
    valuesRestricted?: boolean;
    defaultValue?: string;
  };
  numericOptions?: { precision?: number; scale?: number; min?: number; max?: number; defaultValue?: number };
  association?: {
    associationType: string;
    targetObject: string;
    targetField?: string;
    cardinality?: string;
    onDelete?: string;
    required?: boolean;
    reverseLookupFieldName?: string;
    labels?: { singular?: string; plural?: string };
  };
};
export type FieldsByObject = Record<string, FieldDefinition[]>;

export type FieldResult = {
  fieldName: string;
  action: 'create' | 'update' | 'none';
  metadata?: Record<string, unknown>;
  warnings?: string[];
};
/** `success` is true when every field now matches the request. */
export type UpsertResult = { success: boolean; fields: Record<string, Record<string, FieldResult>> };
