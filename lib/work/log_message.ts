import { stringifyJson } from '../json/json.ts';
import type { LogEntry } from './operation_log.ts';

/**
 * Converts a line of an operation's log to the message LogEntry, which each service with operations has in its proto.
 */
export function logMessage({ time, severity, msg, error = '', details }: LogEntry, operationId: string) {
  return { timestamp: time, severity, msg, error, operationId, detailsJson: details ? stringifyJson(details) : '' };
}
