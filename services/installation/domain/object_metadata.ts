/** What is known of one field of an object, and what is wanted of one. Names are the public ones. */
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
  /** Left out where the type was inferred from records, or is known from the provider file. */
  providerType?: string;
  readOnly?: boolean;
  isCustom?: boolean;
  isRequired?: boolean;
  referenceTo?: string[];
  values?: { value: string; displayValue: string }[];
  /** Nobody described it: name and type are what records show. */
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
/** `success`: every field is now as asked. */
export type UpsertResult = { success: boolean; fields: Record<string, Record<string, FieldResult>> };
