import type { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * Makes `x-extensible-enum` of gateway/openapi.yaml an enum: a client must expect other values, but what this version
 * sends is in the document.
 */
export function closeToOwnValues(ajv: Ajv2020): void {
  ajv.addKeyword({ keyword: 'x-extensible-enum', macro: (values: readonly string[]) => ({ enum: values }) });
}
