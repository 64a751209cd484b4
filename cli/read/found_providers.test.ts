import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { runCommand as run } from '../../test/support/command_line.ts';

const SETTING = 'CAUSEWAY_PROVIDERS_DIR';
const PROVIDER = `name: parcelo
displayName: Parcelo
baseURL: https://parcelo.example
auth: {type: none}
support: [read]
reading: {paging: {kind: none}}
objects:
  parcels: {path: /parcels}
`;
const manifest = (provider: string) =>
  `specVersion: 1.0.0\nintegrations:\n  - name: crm\n    provider: ${provider}\n    read:\n      objects:\n        - objectName: parcels\n          destination: main\n`;

let folder = '';
let own = '';
let good = '';
let misspelt = '';
const before = process.env[SETTING];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-own-'));
  own = join(folder, 'own');
  mkdirSync(own);
  writeFileSync(join(own, 'parcelo.yaml'), PROVIDER);
  good = join(folder, 'good.yaml');
  writeFileSync(good, manifest('parcelo'));
  misspelt = join(folder, 'misspelt.yaml');
  writeFileSync(misspelt, manifest('parcello'));
});
afterEach(() => {
  if (before === undefined) delete process.env[SETTING];
  else process.env[SETTING] = before;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const init = (...more: string[]) =>
  run('init', 'parcelo', '--destination', 'main', '--force', '--out', join(folder, 'new.yaml'), ...more);
/** Every command that looks for a provider by its name, and what it says of `parcelo` or of a name near it. */
const COMMANDS: [string, (name: string, ...more: string[]) => ReturnType<typeof run>][] = [
  ['manifest check', (name, ...more) => run('manifest', 'check', name === 'parcelo' ? good : misspelt, ...more)],
  ['init', (name, ...more) => (name === 'parcelo' ? init(...more) : run('init', name, ...more))],
  ['providers list', (name, ...more) => run('providers', 'list', name, ...more)],
  ['providers read', (name, ...more) => run('providers', 'read', name, 'nothing', ...more)],
];

describe.each(COMMANDS)('W2: own provider files of %s', (_name, command) => {
  it('are those of CAUSEWAY_PROVIDERS_DIR, as on the platform, and those of --dir before them', async () => {
    const said = async (...more: string[]) => {
      const { out, err } = await command('parcelo', ...more);
      return out + err;
    };
    expect(await said()).toContain('no provider named parcelo');
    process.env[SETTING] = own;
    expect(await said()).not.toContain('no provider named');
    process.env[SETTING] = join(folder, 'none');
    expect(await said('--dir', own)).not.toContain('no provider named');
  });

  it('are asked for where none was looked at, by both names, with what was probably meant', async () => {
    const without = await command('parcello');
    expect(without.code).toBe(1);
    expect(without.out + without.err).toContain(`name their folder with --dir or ${SETTING}.`);
    const near = await command('parcello', '--dir', own);
    expect(near.code).toBe(1);
    expect(near.out + near.err).toContain(
      `There is no provider named parcello. Did you mean parcelo? Your own provider files are those of ${own} (--dir).`,
    );
  });

  it('are told of where their folder can not be read, or a file has a fault', async () => {
    process.env[SETTING] = join(folder, 'none');
    expect(await command('parcelo')).toMatchObject({
      code: 1,
      err: `The folder of provider files ${join(folder, 'none')} (${SETTING}) can't be read (ENOENT).\n`,
    });
    const faulty = join(folder, 'faulty');
    mkdirSync(faulty, { recursive: true });
    writeFileSync(join(faulty, 'parcelo.yaml'), PROVIDER.replace('auth:', 'auht:'));
    expect(await command('parcelo', '--dir', faulty)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/parcelo\.yaml:\d+: auht/),
    });
  });
});

describe('W2: manifest check', () => {
  it('says which folder it looked at, and that it looked at none', async () => {
    const { out } = await run('manifest', 'check', good, '--dir', own);
    expect(out).toContain(`Your own provider files are those of ${own} (--dir).\n`);
    expect((await run('manifest', 'check', good)).out).toContain('No provider files of your own were looked at');
    const json = async (...more: string[]) =>
      JSON.parse((await run('manifest', 'check', good, '--json', ...more)).out) as { providersDir: string | null };
    expect((await json('--dir', own)).providersDir).toBe(own);
    expect((await json()).providersDir).toBeNull();
  });
});
