import { toIso } from '../../lib/time/iso.ts';
import type { Json } from '../rest/json.ts';
import { freeObject } from './free_json.ts';

/** A line of an operation's log, as reads and writes send it. */
type LogMessage = {
  timestamp: number;
  severity: string;
  msg: string;
  error: string;
  operationId: string;
  detailsJson: string;
};

export function logJson({ timestamp, severity, msg, error, operationId, detailsJson }: LogMessage): Json<'Log'> {
  return {
    timestamp: toIso(timestamp),
    severity,
    message: {
      msg,
      operation_id: operationId,
      ...(error && { error }),
      ...(detailsJson && { details: freeObject(detailsJson) }),
    },
  };
}
