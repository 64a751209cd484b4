import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The address to which a zip is sent: whoever holds it may put bytes there until it expires, and nothing else. */
export type UploadLinks = {
  urlOf(uploadId: string): string;
  isSigned(uploadId: string, signature: string): boolean;
};

/** @param secret what all processes of a deployment share; the key is derived from it and used for nothing else. */
export function uploadLinks({ publicUrl, secret }: { publicUrl: string; secret: string }): UploadLinks {
  const key = createHmac('sha256', secret).update('causeway/uploads/1').digest();
  const sign = (uploadId: string) => createHmac('sha256', key).update(uploadId).digest('base64url');
  return {
    urlOf: (uploadId) => `${publicUrl.replace(/\/+$/, '')}/v1/uploads/${uploadId}?signature=${sign(uploadId)}`,
    isSigned(uploadId, signature) {
      const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(uploadId))];
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}
