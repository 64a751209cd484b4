import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { freePort } from '../lib/process/free_port.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { ensurePrograms } from '../scripts/servers/ensure_servers.ts';
import { runCommand as run } from '../test/support/command_line.ts';
import { commandLine } from './command_line.ts';

let folder = '';
let sandbox: Sandbox;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-cli-'));
  sandbox = await startSandbox({ records: 25 });
});

afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const LISTED = 'reading: {paging: {kind: none}}\n';
const GOOD = 'name: acme\ndisplayName: Acme\nbaseURL: https://acme.example\nauth: {type: none}\nsupport: [read]\n';

describe('causeway providers check', () => {
  it('finds nothing wrong with a good file, nor with those of the package', async () => {
    expect(
      await run('providers', 'check', file('acme.yaml', `${GOOD}${LISTED}objects:\n  things: {path: /things}\n`)),
    ).toEqual({
      code: 0,
      out: '1 file checked: nothing wrong.\n',
      err: '',
    });
    expect((await run('providers', 'check', 'connectors/providers')).code).toBe(0);
  });

  it('L5: reports an object that names no paging, and warns of inferred paging', async () => {
    const unnamed = file('acme.yaml', `${GOOD}objects:\n  things: {path: /things}\n`);
    const { code, out } = await run('providers', 'check', unnamed);
    expect([code, out]).toEqual([1, expect.stringContaining('objects.things: names no paging, so it is not read\n')]);
    const inferred = file('acme.yaml', `${GOOD}objects:\n  things: {path: /things, paging: {kind: auto}}\n`);
    const warned = await run('providers', 'check', inferred);
    expect(warned.code).toBe(0);
    expect(warned.out).toContain('objects.things.paging: warning: `kind: auto` infers the paging.');
    expect(warned.out).toContain('1 file checked: nothing wrong, 1 warning.');
  });

  it('L7: warns of a time filter that may hide new records', async () => {
    const text = `${GOOD}reading: {paging: {kind: none}, updatedAt: [updated_at, created_at], since: {param: after}}\n`;
    const { code, out } = await run('providers', 'check', file('acme.yaml', `${text}objects:\n  a: {path: /a}\n`));
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('warning: is a list, but `since` filters by one time (a).'),
    ]);
  });

  it('reports every fault with line, path, excerpt and hint', async () => {
    const path = file(
      'acme.yaml',
      `${GOOD}reeding: {id: id}\nobjects:\n  things:\n    path: things\n    paging: {kind: cursor, path: next}\n`,
    );
    const { code, out } = await run('providers', 'check', path);
    expect(code).toBe(1);
    expect(out).toContain(`${path}:6: reeding: is not a key of provider files\n`);
    expect(out).toContain('Did you mean reading?');
    expect(out).toContain('>  9 |     path: things');
    expect(out).toContain(`${path}:10: objects.things.paging: lacks "param"`);
    expect(out).toContain('1 file checked: 3 faults in 1.');
  });

  it('reports each fault once; of an anyOf, the fault inside the branch', async () => {
    const path = file('acme.yaml', `${GOOD}objects:\n  things: {path: /a, id: 4}\n  others: {path: /b, id: [a, 5]}\n`);
    const { out } = await run('providers', 'check', path, '--json');
    expect(JSON.parse(out)).toMatchObject([
      {
        file: path,
        faults: [
          { line: 7, path: 'objects.things.id' },
          { line: 8, path: 'objects.others.id.1' },
        ],
      },
    ]);
  });

  it('requires the file name to be the provider name', async () => {
    const { code, out } = await run('providers', 'check', file('other.yaml', `${GOOD}objects:\n  a: {path: /a}\n`));
    expect([code, out]).toEqual([1, expect.stringContaining('name: is acme, but the file is named other')]);
  });

  it('names a missing file', async () => {
    expect(await run('providers', 'check', join(folder, 'none.yaml'))).toMatchObject({
      code: 2,
      err: expect.stringContaining("none.yaml can't be read"),
      out: '',
    });
  });
});

describe('a command for a running platform', () => {
  it('says in one line that nothing runs there, and what to do', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    for (const args of [['operations', 'list'], ['destinations', 'list'], ['deploy', 'package.json'], ['listen']]) {
      const { code, err } = await run(...args, '--url', url, '--api-key', 'k');
      expect([args, code, err]).toEqual([
        args,
        1,
        expect.stringMatching(
          /^http\S+ can't be reached \(.*ECONNREFUSED.*\)\. Start a platform there with npm start.*\n$/,
        ),
      ]);
    }
  });

  it('says where to get a key, and refuses what is no address', async () => {
    expect(await run('operations', 'list', '--url', 'localhost:8080', '--api-key', 'k')).toMatchObject({
      code: 1,
      err: expect.stringContaining('localhost:8080 is no address of a platform.'),
    });
    const key = process.env['CAUSEWAY_API_KEY'];
    delete process.env['CAUSEWAY_API_KEY'];
    expect(await run('operations', 'list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('npm start prints'),
    });
    if (key !== undefined) process.env['CAUSEWAY_API_KEY'] = key;
  });

  it('suggests the subcommand that was meant, and lists all of them', async () => {
    expect((await run('operatons', 'list')).err).toContain('(Did you mean operations?)');
    expect((await run('operations', 'lst')).err).toContain('(Did you mean list?)');
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    for (const name of [
      'providers',
      'deploy',
      'listen',
      'records',
      'operations',
      'deliveries',
      'installations',
      'destinations',
    ])
      expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect(await run('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});

describe('L11: the lists of a running platform', () => {
  it.each(['deliveries', 'operations', 'installations', 'destinations'])(
    'are listed in the help of %s',
    async (noun) => {
      const { code, out } = await run(noun, 'list', '--help');
      expect(code).toBe(0);
      expect(out).toContain('--project <id or name>');
      expect(out).toContain('--json');
    },
  );

  it('name an unknown option and the one that was meant', async () => {
    const { code, err } = await run('operations', 'list', '--instalation', 'acme');
    expect(code).toBe(2);
    expect(err).toContain("unknown option '--instalation'");
    expect(err).toContain('Did you mean --installation?');
  });

  it.each([
    ['--since', 'yesterday', 'RFC 3339'],
    ['--since', '2026-02-30T00:00:00Z', 'RFC 3339'],
    ['--limit', '0', 'from 1 to 10000'],
    ['--status', 'done', 'Allowed choices are success, failure, in_progress'],
  ])('refuse %s %s', async (option, value, reason) => {
    const { code, err } = await run('operations', 'list', option, value);
    expect(code).toBe(2);
    expect(err).toContain(reason);
  });
});

describe('causeway providers list', () => {
  it('lists the providers, or the objects of one', async () => {
    expect((await run('providers', 'list')).out).toMatch(/^hubspot +oauth2 +read,write,delete,proxy +HubSpot$/m);
    expect((await run('providers', 'list', 'sandbox')).out.split('\n')).toContain('contacts');
    expect(await run('providers', 'list', 'nobody')).toMatchObject({ code: 1, err: expect.stringContaining('nobody') });
  });
});

describe('causeway providers read', () => {
  const source = () => ['--variable', `baseUrl=${sandbox.url}`];

  it('reads records, page by page, with the key from a file', async () => {
    const key = file('key', 'sandbox-key\n');
    const args = ['providers', 'read', 'sandbox', 'contacts', ...source(), '--api-key', `@${key}`];
    const { code, out, err } = await run(...args, '--page-size', '10', '--pages', '5', '--json');
    expect(code).toBe(0);
    expect(
      new Set(
        out
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as { id: string }).id),
      ).size,
    ).toBe(25);
    expect(err).toMatch(/page 1: 10 records, and there are more[\s\S]*page 3: 5 records, and that was all/);
  });

  it('reports what the engine inferred', async () => {
    const path = file(
      'acme.yaml',
      'name: acme\ndisplayName: Acme\nbaseURL: "{{.baseUrl}}"\nvariables: [{name: baseUrl}]\nsupport: [read]\n' +
        'auth: {type: apiKey, in: header, name: X-Sandbox-Key}\nobjects:\n  deals: {path: /api/v1/deals, paging: {kind: auto}}\n',
    );
    const { code, err } = await run('providers', 'read', path, 'deals', ...source(), '--api-key', 'sandbox-key');
    expect([code, err]).toEqual([0, expect.stringMatching(/^inferred: records: [\w.]+\ninferred: id: id\n/)]);
  });

  it('L5: says that there may be more if the provider does not confirm the end of the list', async () => {
    const path = file(
      'silent.yaml',
      'name: silent\ndisplayName: Silent\nbaseURL: "{{.baseUrl}}"\nvariables: [{name: baseUrl}]\nsupport: [read]\n' +
        'auth: {type: none}\nobjects:\n  about: {path: /stats, records: read, id: id, paging: {kind: auto}}\n',
    );
    const silent = createServer((_request, response) => response.end('{"read": [{"id": 1}]}'));
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const { err } = await run('providers', 'read', path, 'about', '--variable', `baseUrl=http://127.0.0.1:${port}`);
    silent.close();
    expect(err).toContain('page 1: 1 records, and there may be more (isComplete: false)\n');
    expect(err).toContain('warning: The response does not say whether there are more records.\n');
  });

  it('removes control characters of a provider message', async () => {
    const { code, err } = await run('providers', 'read', 'sandbox', 'deals\u001b[31m', ...source());
    expect([code, err]).toEqual([1, expect.stringContaining('"deals [31m"')]);
  });

  it('reports the failure of a provider', async () => {
    const refused = await run('providers', 'read', 'sandbox', 'contacts', ...source(), '--api-key', 'wrong');
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/^credentials: /) });
  });

  it.each([
    [['providers', 'read', 'sandbox']],
    [['providers', 'read', 'sandbox', 'contacts', '--pages', 'many']],
    [['providers', 'read', 'sandbox', 'contacts', '--since', 'yesterday']],
    [['providers', 'read', 'sandbox', 'contacts', '--until', '']],
    [['providers', 'read', 'sandbox', 'contacts', '--api-key', '@/nowhere']],
    [['providers', 'read', 'sandbox', 'contacts', '--variable', 'x']],
    [['fly']],
  ])('explains wrong arguments: %j', async (args) => {
    expect(await run(...args)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error: .*\n[\s\S]*Usage: causeway/),
    });
  });

  it('shows its help', async () => {
    expect(await run('providers', 'check', '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Usage:'),
    });
  });
});

const MANIFEST = `specVersion: 1.0.0
integrations:
  - name: crm
    provider: sandbox
    read:
      objects:
        - objectName: contacts
          destination: main
          schedule: '0 * * * *'
`;

describe('causeway manifest check', () => {
  const check = (text: string, ...more: string[]) => run('manifest', 'check', file('causeway.yaml', text), ...more);

  it('finds nothing wrong with a good manifest, and says what it can not judge', async () => {
    const { code, out } = await check(MANIFEST);
    expect([code, out]).toEqual([0, expect.stringContaining('nothing wrong on this machine, 0 warnings.')]);
    expect(out).toContain('Only `causeway deploy --dry-run` can judge:');
    expect(out).toContain('whether the destinations exist');
  });

  it('warns of a misspelt key at its place, with what was meant, as the platform does', async () => {
    const { code, out } = await check(MANIFEST.replace('schedule', 'scedule'));
    expect(code).toBe(0);
    expect(out).toContain('causeway.yaml:9:11: warning: $.integrations[0].read.objects[0].scedule');
    expect(out).toContain('Did you mean schedule?');
  });

  it.each([
    ['provider: sandbox', 'provider: sandbx', '4:5: error: $.integrations[0].provider', 'Did you mean sandbox?'],
    ["'0 * * * *'", "'* * * * *'", '9:11: error: ', 'more often than every 10 minutes'],
    ['    provider: sandbox\n', '', '3:5: error: $.integrations[0]', "required property 'provider'"],
    ['specVersion: 1.0.0', 'specVersion: [', 'error: $', ''],
    ['specVersion: 1.0.0', 'specVersion: 2.0.0', '1:1: error: $.specVersion', ''],
  ])('refuses %s → %s', async (good, bad, place, reason) => {
    const { code, out } = await check(MANIFEST.replace(good, bad));
    expect(code).toBe(1);
    expect(out).toContain(place);
    expect(out).toContain(reason);
  });

  it('H10: refuses an object that the provider file calls unreadable, and says what to do', async () => {
    const { code, out } = await check(MANIFEST.replace('sandbox', 'marketo').replace('contacts', 'leads'));
    expect(code).toBe(1);
    expect(out).toContain(
      'causeway.yaml:7:11: error: $.integrations[0].read.objects[0].objectName: "leads" of Marketo cannot be read. ' +
        'Marketo lists it only by the values of a field (filterType, filterValues). Remove it from `read.objects`.',
    );
  });

  it('H10: warns of an unknown object, also where the account may have it', async () => {
    const { code, out } = await check(MANIFEST.replace('sandbox', 'hubspot').replace('contacts', 'p1_cars'));
    expect(code).toBe(0);
    expect(out).toContain(
      'warning: $.integrations[0].read.objects[0].objectName: HubSpot is not known to have an object',
    );
    expect(out).toContain('for example as a custom object.');
  });

  it('prints JSON', async () => {
    const { code, out } = await check(MANIFEST.replace('contacts', 'contcts'), '--json');
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { isValid: true, problems: [], warnings: [{ line: 7, suggestion: 'Did you mean contacts?' }] },
    ]);
  });

  it('names a file that can not be read', async () => {
    expect(await run('manifest', 'check', join(folder, 'none.yaml'))).toMatchObject({
      code: 1,
      err: expect.stringContaining("can't be read"),
    });
  });
});

describe('causeway init', () => {
  it('writes a manifest that the check accepts', async () => {
    const out = join(folder, 'new.yaml');
    const given = [
      'init',
      'sandbox',
      '--object',
      'contacts',
      '--object',
      'companies',
      '--destination',
      'main',
      '--out',
      out,
    ];
    expect(await run(...given)).toMatchObject({ code: 0, out: expect.stringContaining('manifest check') });
    expect(await run('manifest', 'check', out)).toMatchObject({ code: 0, out: expect.stringContaining('0 warnings') });
    expect(await run(...given)).toMatchObject({ code: 1, err: expect.stringContaining('--force') });
    const { out: json } = await run(...given, '--force', '--json');
    expect(JSON.parse(json)).toMatchObject({
      file: out,
      integration: { name: 'sandbox-in', read: { objects: [{ objectName: 'contacts' }, { objectName: 'companies' }] } },
    });
  });

  it('H10: refuses an unknown object without --any, and an unreadable one always', async () => {
    const init = (provider: string, object: string, ...more: string[]) =>
      run('init', provider, '--object', object, '--destination', 'm', '--out', join(folder, `${object}.yaml`), ...more);
    expect(await init('hubspot', 'p1_cars')).toMatchObject({ code: 1, err: expect.stringContaining('Give --any') });
    expect((await init('hubspot', 'p1_cars', '--any')).code).toBe(0);
    const leads = { code: 1, err: expect.stringContaining('"leads" of Marketo cannot be read.') };
    expect(await init('marketo', 'leads')).toMatchObject(leads);
    expect(await init('marketo', 'leads', '--any')).toMatchObject(leads);
  });

  it('suggests the provider and the object that were meant', async () => {
    expect((await run('init', 'hubspt')).err).toContain('Did you mean hubspot?');
    expect((await run('init', 'sandbox', '--object', 'contcts')).err).toContain('Did you mean contacts?');
    expect((await run('providers', 'list', 'hubspt')).err).toContain('Did you mean hubspot?');
  });
});

describe('causeway completion', () => {
  type Shell = 'bash' | 'zsh' | 'fish';
  beforeAll(() => ensurePrograms({ zsh: 'zsh', fish: 'fish' }), 120_000);

  /** What the shell itself offers for the last word of a line. */
  const asks: Record<Shell, (line: string) => string> = {
    bash: (line) => {
      const typed = line.split(' ');
      return `COMP_WORDS=(${quoted(typed)}); COMP_CWORD=${typed.length - 1}; _causeway; printf '%s\\n' "\${COMPREPLY[@]}"`;
    },
    zsh: (line) => {
      const typed = line.split(' ');
      const words = `words=(${quoted(typed)}); CURRENT=${typed.length}; COMP_WORDS=("\${words[@]}"); COMP_CWORD=${typed.length - 1}`;
      return `${words}; compgen -F _causeway -- '${typed.at(-1)}'`;
    },
    fish: (line) => `complete -C '${line}'`,
  };
  const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
  const offered = (shell: Shell, script: string, line: string) => {
    const file = join(folder, `script.${shell}`);
    writeFileSync(file, `${script}\n${asks[shell](line)}\n`);
    const noSettings = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] }[shell];
    const env = { ...process.env, HOME: folder, ZDOTDIR: folder, XDG_CONFIG_HOME: folder };
    const text = execFileSync(shell, [...noSettings, file], { encoding: 'utf8', env });
    // The functions of bash in zsh leave it to zsh to narrow the words to what is typed.
    const typed = line.split(' ').at(-1) ?? '';
    return text
      .trim()
      .split('\n')
      .map((one) => one.split('\t')[0] ?? '')
      .filter((one) => one.startsWith(typed));
  };

  it.each<Shell>(['bash', 'zsh', 'fish'])('completes commands and options in %s', async (shell) => {
    const { out } = await run('completion', shell);
    expect(offered(shell, out, 'causeway dep')).toEqual(['deploy']);
    expect(offered(shell, out, 'causeway operations l')).toEqual(['list', 'logs']);
    expect(offered(shell, out, 'causeway deploy a.yaml --dr')).toEqual(['--dry-run']);
    expect(offered(shell, out, 'causeway operations list --limit 5 --inst')).toEqual(['--installation']);
    expect(offered(shell, out, 'causeway completion z')).toEqual(['zsh']);
  });

  it('is for no other shell', async () => {
    expect((await run('completion', 'zsh')).out).toMatch(/^#compdef causeway\n/);
    expect(await run('completion', 'csh')).toMatchObject({ code: 2, err: expect.stringContaining('bash, zsh, fish') });
  });
});

describe('every command', () => {
  it('has --json', () => {
    const program = commandLine({ out: () => {}, err: () => {}, stream: async () => {} }, () => {});
    const leaves = (command: Command): Command[] =>
      command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
    const without = leaves(program).filter(({ options }) => !options.some(({ long }) => long === '--json'));
    expect(without.map((command) => command.name())).toEqual([]);
  });
});
