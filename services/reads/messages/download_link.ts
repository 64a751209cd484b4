import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Makes and checks the signed URL of a result that is too large for a message. The URL is part of the body, so it never
 * changes. The expiry is in the row of the result, and each delivery attempt extends it.
 */
export type DownloadLinks = {
  urlOf(messageId: string): string;
  isSigned(messageId: string, signature: string): boolean;
};

/**
 * @param secret shared by all processes of a deployment. The signing key is derived from it and used for nothing else.
 */
export function downloadLinks({ publicUrl, secret }: { publicUrl: string; secret: string }): DownloadLinks {
  const key = createHmac('sha256', secret).update('causeway/large-results/1').digest();
  const sign = (messageId: string) => createHmac('sha256', key).update(messageId).digest('base64url');
  return {
    urlOf: (messageId) => `${publicUrl.replace(/\/+$/, '')}/v1/results/${messageId}?signature=${sign(messageId)}`,
    isSigned(messageId, signature) {
      const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(messageId))];
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}
