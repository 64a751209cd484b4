/**
 * Whether a provider file keeps its word. The file is served by the lab and used by the engine, and everything it says
 * has to work: the way in, every list of every module from its first page to its last, what narrows a list, and the
 * description of fields. And what it claims under `support` must be just what there is: a claim that nothing implements
 * is a fault, and so is an implementation that nothing claims.
 */
import type { Lab } from '../lab.ts';
import { describeFaults } from './describe_faults.ts';
import { readFaults } from './read_faults.ts';
import { signInFaults } from './sign_in_faults.ts';
import { supportFaults } from './support_faults.ts';

/** What is wrong with one provider of a lab, a sentence each; none means that it conforms. */
export async function conformanceFaults(lab: Lab, name: string): Promise<string[]> {
  return [
    ...supportFaults(lab.provider(name), lab.objectsOf(name)),
    ...(await signInFaults(lab, name)),
    ...(await readFaults(lab, name)),
    ...(await describeFaults(lab, name)),
  ];
}
