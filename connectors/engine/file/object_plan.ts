import type { Json } from '../../../lib/json/json.ts';
import type { ReadSpec } from './provider.ts';

/** An object of a provider with its complete spec. */
export type ObjectPlan = {
  /** The name as the provider file spells it; for unlisted objects, as requested. */
  name: string;
  spec: ReadSpec;
  /** The caller requested a literal path. It is relative to the origin, not to the base URL. */
  isLiteralPath?: boolean;
  /** The path is not declared in the file; the provider's defaults are only a guess. */
  isUnknown?: boolean;
  /** Values of the parent record that the literal path contains. */
  parent?: Json;
};
