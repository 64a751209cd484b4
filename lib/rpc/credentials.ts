import type grpc from '@grpc/grpc-js';
import type { Credentials } from '../trust/trust.ts';

/** The metadata keys that carry the credentials of the calling process. */
const SHARED = 'causeway-token';
const SIGNED = 'causeway-process-token';

export function setCredentials(metadata: grpc.Metadata, { sharedToken, signedToken }: Credentials): void {
  if (sharedToken !== undefined) metadata.set(SHARED, sharedToken);
  if (signedToken !== undefined) metadata.set(SIGNED, signedToken);
}

export function credentialsIn(metadata: grpc.Metadata): Credentials {
  const [sharedToken, signedToken] = [metadata.get(SHARED)[0], metadata.get(SIGNED)[0]];
  return {
    ...(sharedToken !== undefined && { sharedToken: String(sharedToken) }),
    ...(signedToken !== undefined && { signedToken: String(signedToken) }),
  };
}
