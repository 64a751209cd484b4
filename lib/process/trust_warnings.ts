import { usesBus } from '../events/nats_rights.ts';
import type { ProcessName } from '../trust/arrows.ts';

type TrustSettings = { processKey: string; acceptUnsigned: boolean; natsUrl: string };

/** One sentence for each missing protection of a process of the services form against other callers. */
export function trustWarnings(process: ProcessName, { processKey, acceptUnsigned, natsUrl }: TrustSettings): string[] {
  const warnings: string[] = [];
  if (!processKey)
    warnings.push(
      'CAUSEWAY_PROCESS_KEY is not set: whoever knows CAUSEWAY_INTERNAL_TOKEN can call as any process, and events are not signed. 0.3.0 needs keys. npm run process:keys makes them; deploy/README.md describes the steps.',
    );
  else if (acceptUnsigned)
    warnings.push(
      'CAUSEWAY_ACCEPT_UNSIGNED is set: calls with the shared token and unsigned events are accepted. Remove it when every process has its keys.',
    );
  if (usesBus(process) && !hasUser(natsUrl))
    warnings.push(
      'CAUSEWAY_NATS_URL names no user: whoever reaches the NATS server can hear every event. Give each process a user with the rights in deploy/nats.conf.',
    );
  return warnings;
}

function hasUser(urls: string): boolean {
  return /^\w+:\/\/[^/,]*@/.test(urls.trim());
}
