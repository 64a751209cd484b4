/**
 * Checks that a provider file conforms. The lab serves the file and the engine uses it. Everything it declares must
 * work: sign-in, every list of every module from its first page to its last, time filters, field metadata, and writes.
 * `support` must match the implementation: a listed capability that is not implemented is a fault, and so is an
 * implemented one that is not listed.
 */
import type { Lab } from '../lab.ts';
import { describeFaults } from './describe_faults.ts';
import { readFaults } from './read_faults.ts';
import { signInFaults } from './sign_in_faults.ts';
import { supportFaults } from './support_faults.ts';
import { recordWriteFaults } from './write_faults.ts';

/** The faults of one provider of a lab, one sentence each. An empty list means that it conforms. */
export async function conformanceFaults(lab: Lab, name: string): Promise<string[]> {
  return [
    ...supportFaults(lab.provider(name), lab.objectsOf(name)),
    ...(await signInFaults(lab, name)),
    ...(await readFaults(lab, name)),
    ...(await describeFaults(lab, name)),
    // Last, because it changes the records that the other checks read.
    ...(await recordWriteFaults(lab, name)),
  ];
}
