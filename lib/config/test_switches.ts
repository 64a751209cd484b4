import type { Log } from '../log/log.ts';
import { LOOPBACK } from './lab_setting.ts';

type Switches = { testBreak: readonly string[]; testDropFence: boolean; testDropOutbox: boolean; publicUrl: string };

/**
 * What tests switch off to see themselves turn red would in production lose records, spend tokens twice or keep pages
 * unsealed. So it holds only where the platform's own address is on loopback, like the lab (lab_setting.ts), and is said
 * loudly there. Anything else stops the start.
 */
export function checkTestSwitches(config: Switches, log: Pick<Log, 'error'>): void {
  const on = [
    ...(config.testBreak.length > 0 ? ['CAUSEWAY_TEST_BREAK'] : []),
    ...(config.testDropFence ? ['CAUSEWAY_TEST_DROP_FENCE'] : []),
    ...(config.testDropOutbox ? ['CAUSEWAY_TEST_DROP_OUTBOX'] : []),
  ];
  if (on.length === 0) return;
  const { publicUrl } = config;
  if (!URL.canParse(publicUrl) || !LOOPBACK.test(new URL(publicUrl).hostname))
    throw new Error(
      `${on.join(', ')} is set, and CAUSEWAY_PUBLIC_URL is ${publicUrl}: a platform with a public address breaks none of its rules. Unset it.`,
    );
  log.error('rules are switched off for a test: records may be lost', { switches: on, rules: config.testBreak });
}
