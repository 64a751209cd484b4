import { find, installPackages, type Say } from './ensure_servers.ts';

/** Debian's package: Chromium without a window, whose tabs, bars and menus would be drawn too. */
const PACKAGE = 'chromium-headless-shell';
/** Where the package is not to be had. */
const WHOLE_PACKAGE = 'chromium';
const PROGRAMS = [PACKAGE, WHOLE_PACKAGE, 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * Finds a Chromium; if there is none, installs Debian's and reports that. Throws Error with a sentence on what to do.
 */
export function ensureChromium(say: Say = (line) => console.error(line)): string {
  const found = findAny();
  if (found) return found;
  try {
    installPackages([PACKAGE], say);
  } catch {
    installPackages([WHOLE_PACKAGE], say);
  }
  const installed = findAny();
  if (!installed) throw new Error(`${PACKAGE} is still missing after its package was installed.`);
  return installed;
}

function findAny(): string | undefined {
  return PROGRAMS.map(find).find((path) => path !== undefined);
}
