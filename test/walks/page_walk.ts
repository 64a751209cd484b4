import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { eventually } from '../support/eventually.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/**
 * Runs the `sh` blocks of a page, word by word and in their order, as a reader does. A walk declares each block: where
 * it runs, and what the page promises afterwards. A block that is not declared fails the walk, and so does a command
 * that fails, an unset variable, and an HTTP error of curl.
 */
type Step = {
  /** A text that only this block contains. */
  has: string;
  /** Never ends: its own terminal, until its output matches. The name finds the terminal later. */
  serves?: { name: string; until: RegExp };
  /** Why the walk does not run the block. */
  skipped?: string;
  /** What the page promises after the block. */
  expects?: (output: string) => Promise<void> | void;
};

/** What a walk changes in the text, because the machine is not the reader's: ports, and what a clone would install. */
type Replacement = readonly [what: string | RegExp, by: string | (() => string)];

export type Walk = {
  run(page: string, steps: readonly Step[]): Promise<void>;
  /** Runs one text in the terminal that the blocks share. */
  type(text: string): Promise<string>;
  /** What the terminal of a serving block has printed. */
  outputOf(name: string): string;
  stop(): Promise<void>;
};

const MAX_WAIT_MS = 120_000;

/** A walk in a new folder that has what `git clone` and `npm ci` leave there. */
export function startWalk(replacements: readonly Replacement[], environment: Record<string, string>): Walk {
  const folder = newClone();
  const settings = { ...withoutSettings(), ...environment };
  const shared = openTerminal(folder, settings);
  const serving = new Map<string, Terminal>();
  const replaced = (text: string) =>
    replacements.reduce((so, [what, by]) => so.replaceAll(what, () => (typeof by === 'string' ? by : by())), text);

  async function runStep(text: string, { serves, expects }: Step): Promise<void> {
    if (!serves) {
      const output = await shared.run(replaced(text));
      return expects?.(output);
    }
    const terminal = openTerminal(folder, settings);
    serving.set(serves.name, terminal);
    const ended = terminal.run(replaced(text)).then((output) => {
      throw new Error(`It ended, and should serve:\n${text}\n${output}`);
    });
    const started = eventually(async () => {
      if (!serves.until.test(terminal.output())) throw new Error(`Not started:\n${text}\n${terminal.output()}`);
    }, MAX_WAIT_MS);
    await Promise.race([started, ended]);
    ended.catch(() => undefined);
    await expects?.(terminal.output());
  }
  return {
    async run(page, steps) {
      const blocks = shellBlocks(page);
      for (const [at, block] of blocks.entries()) {
        const step = steps[at];
        if (!step || !block.includes(step.has))
          throw new Error(`Block ${at + 1} is not the one that the walk declares (${step?.has ?? 'none'}):\n${block}`);
        if (!step.skipped) await runStep(block, step);
      }
      const missing = steps[blocks.length];
      if (missing) throw new Error(`The page has no block with ${missing.has}.`);
    },
    type: (text) => shared.run(replaced(text)),
    outputOf: (name) => serving.get(name)?.output() ?? '',
    async stop() {
      for (const terminal of [shared, ...serving.values()]) await terminal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function readPage(path: string): string {
  return readFileSync(assetPath(path), 'utf8');
}

/** The text of the sections with these titles. Throws for a title that the page does not have. */
export function sections(page: string, ...titles: string[]): string {
  const all = page.split(/^(?=## )/m);
  return titles
    .map((title) => {
      const found = all.find((section) => section.startsWith(`## ${title}\n`));
      if (!found) throw new Error(`The page has no section "${title}".`);
      return found;
    })
    .join('');
}

function shellBlocks(page: string): string[] {
  return [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}

function newClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-walk-'));
  cpSync(assetPath('package.json'), join(folder, 'package.json'));
  for (const name of ['dist', 'node_modules', 'scripts']) symlinkSync(assetPath(name), join(folder, name));
  // The shells read this first: without it, curl would hide an error of the API.
  writeFileSync(join(folder, 'curl.sh'), 'curl() { command curl --fail-with-body --silent --show-error "$@"; }\n');
  return folder;
}

/** A reader's shell has no settings of Causeway. It finds the node that runs this test. */
function withoutSettings(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(CAUSEWAY_|JEST_|NODE_OPTIONS$|PORT$)/.test(name));
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  return { ...(Object.fromEntries(kept) as Record<string, string>), PATH: path };
}
