import { stringifyJson } from '../json/json.ts';
import type { LogEntry } from './operation_log.ts';

/** A line of an operation's log as an RPC sends it: the message LogEntry of each service that has operations. */
export function logMessage({ time, severity, msg, error = '', details }: LogEntry, operationId: string) {
  return { timestamp: time, severity, msg, error, operationId, detailsJson: details ? stringifyJson(details) : '' };
}
