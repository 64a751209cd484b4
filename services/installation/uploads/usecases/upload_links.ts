import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signed upload URLs. The holder of one may upload to its slot until it expires, and nothing else. */
export type UploadLinks = {
  urlOf(uploadId: string): string;
  isSigned(uploadId: string, signature: string): boolean;
};

/** @param secret shared by all processes of a deployment; the signing key is derived from it. */
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
