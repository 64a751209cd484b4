import type { Provider } from '../file/provider.ts';
import type { CallAuth } from './call_auth.ts';
import type { FieldFilter } from './pushed_filters.ts';
import type { Variables } from './template.ts';

/** The object to read, and the connection to read it with. */
export type ReadTarget = {
  provider: Provider;
  module?: string | undefined;
  /** The provider's name of the object, or a path on the provider's origin that begins with `/`. */
  objectName: string;
  variables: Variables;
  auth: CallAuth;
  /** The provider's names of the wanted fields; empty means all. */
  fields: readonly string[];
  /** All fields are wanted, including those that the provider returns only when named. */
  everything?: boolean | undefined;
  /** RFC 3339, exclusive: records updated after it. */
  since?: string | undefined;
  /** RFC 3339, inclusive: records updated up to it. */
  until?: string | undefined;
  /** All filters must match. The engine applies the filters that the provider does not support. */
  filters?: readonly FieldFilter[] | undefined;
  pageSize?: number | undefined;
  /** With `since`: also deliver deleted records, if the provider reports them. */
  tombstones?: boolean | undefined;
};
