import { Buffer } from 'node:buffer';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { StartFault } from '../problem/start_fault.ts';
import { isProcessName, PROCESSES, type ProcessName } from './arrows.ts';

/** The Ed25519 keys that a process knows: its own private key, and the public keys of all processes. */
export type ProcessKeys = { own: KeyObject; publicKeys: ReadonlyMap<ProcessName, readonly KeyObject[]> };

/** Keys in the format of the settings: 32 bytes, base64url. */
type KeyPairTexts = { privateKey: string; publicKey: string };

/** Processes for which a key is optional, because deployments that are older than the process have none. */
const OPTIONAL_PROCESSES: readonly ProcessName[] = ['writes'];
/**
 * Max public keys of a process. Two, so that a process can change its key while the other processes know the old and
 * the new key.
 */
const MAX_KEYS = 2;
/** The bytes before the 32 bytes of an Ed25519 key, in PKCS #8 (private) and SPKI (public) DER encoding. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Reads the two settings. Returns undefined when neither is set. Throws StartFault when a key is malformed or missing,
 * or when the own public key is not in the list.
 *
 * @param publicKeys `process:key`; at most two for each process.
 */
export function readProcessKeys(
  process: ProcessName,
  privateKey: string,
  publicKeys: readonly string[],
): ProcessKeys | undefined {
  if (!privateKey && publicKeys.length === 0) return undefined;
  if (!privateKey || publicKeys.length === 0)
    throw new StartFault('Set CAUSEWAY_PROCESS_KEY and CAUSEWAY_PROCESS_PUBLIC_KEYS together, or neither of them.');
  const own = createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, bytesOf(privateKey, 'CAUSEWAY_PROCESS_KEY')]),
    format: 'der',
    type: 'pkcs8',
  });
  const known = parsePublicKeys(publicKeys);
  if (!known.get(process)?.some((key) => key.equals(createPublicKey(own))))
    throw new StartFault(
      `CAUSEWAY_PROCESS_KEY is not a key of ${process}: CAUSEWAY_PROCESS_PUBLIC_KEYS does not list its public key.`,
    );
  return { own, publicKeys: known };
}

export function newKeyPair(): KeyPairTexts {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey
      .export({ format: 'der', type: 'pkcs8' })
      .subarray(PRIVATE_PREFIX.length)
      .toString('base64url'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length).toString('base64url'),
  };
}

/** Creates keys for the named processes. `publicKeys`: the text for CAUSEWAY_PROCESS_PUBLIC_KEYS. */
export function newProcessKeys(names: readonly ProcessName[] = PROCESSES): {
  privateKeys: Record<ProcessName, string>;
  publicKeys: string;
} {
  const pairs = names.map((process) => ({ process, ...newKeyPair() }));
  return {
    privateKeys: Object.fromEntries(pairs.map((pair) => [pair.process, pair.privateKey])) as Record<
      ProcessName,
      string
    >,
    publicKeys: pairs.map(({ process, publicKey }) => `${process}:${publicKey}`).join(),
  };
}

function parsePublicKeys(texts: readonly string[]): Map<ProcessName, KeyObject[]> {
  const known = new Map<ProcessName, KeyObject[]>(PROCESSES.map((process) => [process, []]));
  for (const text of texts) {
    const [process = '', encoded = ''] = text.split(':');
    const keys = isProcessName(process) ? known.get(process) : undefined;
    if (!keys)
      throw new StartFault(
        `CAUSEWAY_PROCESS_PUBLIC_KEYS names ${process}, but the processes are ${PROCESSES.join(', ')}.`,
      );
    keys.push(publicKeyOf(encoded));
    if (keys.length > MAX_KEYS)
      throw new StartFault(`CAUSEWAY_PROCESS_PUBLIC_KEYS has more than ${MAX_KEYS} keys of ${process}.`);
  }
  for (const [process, keys] of known)
    if (keys.length === 0 && !OPTIONAL_PROCESSES.includes(process))
      throw new StartFault(`CAUSEWAY_PROCESS_PUBLIC_KEYS has no key of ${process}.`);
  return known;
}

function publicKeyOf(encoded: string): KeyObject {
  const key = Buffer.concat([PUBLIC_PREFIX, bytesOf(encoded, 'CAUSEWAY_PROCESS_PUBLIC_KEYS')]);
  return createPublicKey({ key, format: 'der', type: 'spki' });
}

function bytesOf(encoded: string, setting: string): Buffer {
  const bytes = Buffer.from(encoded.trim(), 'base64url');
  if (bytes.length !== 32)
    throw new StartFault(`${setting} holds a key that is not 32 bytes in base64url. npm run process:keys makes keys.`);
  return bytes;
}
