import { type JsonObject, stringifyJson } from '../../../lib/json/json.ts';
import type { Operation, SealedBodies } from '../operations/operation.ts';
import type { WriteSeals } from './write_request.ts';

/** Returns the decrypted request and response of a write; empty texts after their retention has ended. */
export function makeShowBodies({ seals }: { seals: WriteSeals }) {
  return function showBodies(operation: Operation & SealedBodies): { requestJson: string; responseJson: string } {
    const { sealedRequest, sealedResponse } = operation;
    return {
      requestJson: sealedRequest ? stringifyJson(shownRequest(seals, operation, sealedRequest)) : '',
      responseJson: sealedResponse ? stringifyJson(seals.response.open(operation, sealedResponse)) : '',
    };
  };
}

/** Decrypts a request. Masks header values, because they may be secrets of the caller. */
function shownRequest(seals: WriteSeals, operation: Operation, sealed: string): JsonObject {
  const { records, isBatch, headers } = seals.request.open(operation, sealed);
  const names = Object.keys(headers);
  return {
    ...(isBatch ? { batch: records.map((record) => ({ record })) } : { record: records[0] ?? {} }),
    ...(names.length > 0 && { headers: names.map((key) => ({ key, value: '***' })) }),
  };
}
