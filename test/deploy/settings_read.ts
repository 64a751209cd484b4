import { readFileSync } from 'node:fs';

/** The names of the settings that a process reads: its own and the shared ones. */
export function settingsRead(name: string): string[] {
  const own = name === 'gateway' ? 'gateway/config.ts' : `services/${name}/config.ts`;
  const text = [own, 'lib/config/shared_settings.ts'].map((path) => readFileSync(path, 'utf8')).join('\n');
  return [...text.matchAll(/'(PORT|CAUSEWAY_[A-Z_]+)'/g)].map(([, setting]) => setting!);
}
