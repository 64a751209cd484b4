import { find, installPackages, type Say } from './ensure_servers.ts';

/** Debian's package of a Chromium without a window. The full Chromium would also draw tabs, bars and menus. */
const PACKAGE = 'chromium-headless-shell';
/** The package for systems without chromium-headless-shell. */
const WHOLE_PACKAGE = 'chromium';
const PROGRAMS = [PACKAGE, WHOLE_PACKAGE, 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Finds a Chromium, or installs Debian's package and reports that. Throws Error that says what to do. */
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
