import { Buffer } from 'node:buffer';
import type { LabAnswer } from '../lab_request.ts';
import type { LabFault } from './lab_faults.ts';

const HUGE = 50 * 1024 * 1024;

/**
 * Damages a response: `cut` in the middle, half a body sent as complete (`invalid-json`), or far too large (`huge`).
 */
export function damaged(answer: LabAnswer, fault: LabFault): LabAnswer {
  switch (fault.kind) {
    case 'cut':
      return { ...answer, isCut: true };
    case 'invalid-json':
      return { ...answer, text: answer.text.slice(0, Math.floor(answer.text.length / 2)) };
    case 'huge':
      return { ...answer, text: padded(answer.text, fault.bytes ?? HUGE) };
    default:
      return answer;
  }
}

/** Pads a body to a size with white space, which does not change the JSON. */
function padded(text: string, bytes: number): string {
  return text + ' '.repeat(Math.max(0, bytes - Buffer.byteLength(text)));
}
