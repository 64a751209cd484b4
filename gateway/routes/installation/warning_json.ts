import type { Warning__Output as WarningMessage } from '../../../protos/gen/causeway/installation/v1/Warning.ts';
import type { Json } from '../../rest/json.ts';

/** A warning as JSON; parts that are empty in the message are left out. */
export function warningJson({ message, line, column, path, rule, suggestion }: WarningMessage): Json<'Warning'> {
  return { message, ...(line > 0 && { line, column }), path, rule, ...(suggestion && { suggestion }) };
}
