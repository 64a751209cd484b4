import { join } from 'node:path';
import process from 'node:process';
import type { Ready } from '../../embedded/ready.ts';
import { freePort } from '../../scripts/servers/free_port.ts';
import { type MemberProcess, startMember } from '../../scripts/services/member_process.ts';
import { readReadyFile } from '../support/ready_file.ts';
import type { CrashLab } from './crash_lab.ts';

/** `npm start` as a process that can be killed and restarted with the same data and port. */
export type EmbeddedProcess = { ready: Ready; process: MemberProcess; logFile: string };

export async function startEmbedded(lab: CrashLab): Promise<EmbeddedProcess> {
  const port = await freePort();
  const dataDir = join(lab.dir, 'embedded');
  const readyJson = join(lab.dir, 'ready.json');
  const environment = {
    ...process.env,
    ...lab.environment,
    CAUSEWAY_FORM: 'embedded',
    CAUSEWAY_DATA_DIR: dataDir,
    PORT: String(port),
    CAUSEWAY_READY_JSON: readyJson,
  };
  const member = { name: 'embedded', script: 'dist/embedded/main.js', port, environment };
  const child = startMember(member, join(lab.dir, 'embedded.log'));
  await child.ready();
  return { ready: await readReadyFile(readyJson), process: child, logFile: join(dataDir, 'causeway.log') };
}
