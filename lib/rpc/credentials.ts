import type grpc from '@grpc/grpc-js';
import type { CallCredentials } from '../trust/trust.ts';

/** The metadata keys that carry the credentials of the calling process. */
const SHARED_TOKEN_KEY = 'causeway-token';
const CALL_TOKEN_KEY = 'causeway-process-token';

export function setCredentials(metadata: grpc.Metadata, { sharedToken, signedToken }: CallCredentials): void {
  if (sharedToken !== undefined) metadata.set(SHARED_TOKEN_KEY, sharedToken);
  if (signedToken !== undefined) metadata.set(CALL_TOKEN_KEY, signedToken);
}

export function credentialsIn(metadata: grpc.Metadata): CallCredentials {
  const [sharedToken, signedToken] = [metadata.get(SHARED_TOKEN_KEY)[0], metadata.get(CALL_TOKEN_KEY)[0]];
  return {
    ...(sharedToken !== undefined && { sharedToken: String(sharedToken) }),
    ...(signedToken !== undefined && { signedToken: String(signedToken) }),
  };
}
