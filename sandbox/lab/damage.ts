import { Buffer } from 'node:buffer';
import type { LabFault } from './lab_faults.ts';
import type { LabAnswer } from './lab_request.ts';

const HUGE = 50 * 1024 * 1024;

/** An answer after its fault: cut in the middle, half and called whole, or larger than any page should be. */
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

/** White space around JSON is JSON: the page means the same, and weighs what was ordered. */
function padded(text: string, bytes: number): string {
  return text + ' '.repeat(Math.max(0, bytes - Buffer.byteLength(text)));
}
