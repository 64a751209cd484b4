import type { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * Treats `x-extensible-enum` of gateway/openapi.yaml as an enum. A client must expect other values, but the document
 * lists all values of this version.
 */
export function closeToOwnValues(ajv: Ajv2020): void {
  ajv.addKeyword({ keyword: 'x-extensible-enum', macro: (values: readonly string[]) => ({ enum: values }) });
}
