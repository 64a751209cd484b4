import { Buffer } from 'node:buffer';
import { sign, verify } from 'node:crypto';
import type { ProcessName } from './arrows.ts';
import type { ProcessKeys } from './process_keys.ts';

/** The purpose of a signature. A text that was signed for one purpose is never accepted for another. */
type SignaturePurpose = 'call' | 'messages' | 'handOver';

export function signText({ own }: ProcessKeys, purpose: SignaturePurpose, text: string): string {
  return sign(null, signedBytes(purpose, text), own).toString('base64url');
}

/** Whether one of the keys of `process` signed the text. */
export function isSignedBy(
  { publicKeys }: ProcessKeys,
  process: ProcessName,
  { purpose, text, signature }: { purpose: SignaturePurpose; text: string; signature: string },
): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  return (publicKeys.get(process) ?? []).some((key) => verify(null, signedBytes(purpose, text), key, bytes));
}

function signedBytes(purpose: SignaturePurpose, text: string): Buffer {
  return Buffer.from(`causeway ${purpose} v1\n${text}`);
}
