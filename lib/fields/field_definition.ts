import type { JsonObject } from '../json/json.ts';
import type { ValueType } from './field_metadata.ts';

/** A builder's definition of a custom field. */
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
    /** The number of visible lines of a long text. */
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

export type FieldResult = {
  fieldName: string;
  /** `none`: the field already matched its definition, or it could not be changed and `warnings` say why. */
  action: 'create' | 'update' | 'none';
  /** The provider's own description of the field after the change, if it returns one. */
  metadata?: JsonObject;
  warnings?: string[];
};
export type FieldResults = Record<string, FieldResult>;

/** `success`: every field now matches its definition. */
export type UpsertResult = { success: boolean; fields: Record<string, FieldResults> };
export type FieldsByObject = Record<string, FieldDefinition[]>;
