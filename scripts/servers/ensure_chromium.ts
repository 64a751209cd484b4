import { find, installPackages, type Say } from './ensure_servers.ts';

/** Debian's package and its program; elsewhere it goes by other names. */
const PACKAGE = 'chromium';
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Finds a Chromium; installs Debian's, saying so, when there is none. Throws Error with a sentence on what to do. */
export function ensureChromium(say: Say = (line) => console.error(line)): string {
  const found = findAny();
  if (found) return found;
  installPackages([PACKAGE], say);
  const installed = findAny();
  if (!installed) throw new Error(`${PACKAGE} is still not on this machine after installing its package.`);
  return installed;
}

function findAny(): string | undefined {
  return PROGRAMS.map(find).find((path) => path !== undefined);
}
