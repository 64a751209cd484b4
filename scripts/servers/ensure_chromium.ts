import { find, installPackages, type Say } from './ensure_servers.ts';

/** Debian's package and its program; other systems use other names. */
const PACKAGE = 'chromium';
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Finds a Chromium; if there is none, installs Debian's and reports that. Throws Error with a sentence on what to do.
 */
export function ensureChromium(say: Say = (line) => console.error(line)): string {
  const found = findAny();
  if (found) return found;
  installPackages([PACKAGE], say);
  const installed = findAny();
  if (!installed) throw new Error(`${PACKAGE} is still missing after its package was installed.`);
  return installed;
}

function findAny(): string | undefined {
  return PROGRAMS.map(find).find((path) => path !== undefined);
}
