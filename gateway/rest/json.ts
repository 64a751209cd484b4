import type { components } from '../gen/openapi.ts';

/** A body of the public interface by its name in openapi.yaml. */
export type Json<Name extends keyof components['schemas']> = components['schemas'][Name];
