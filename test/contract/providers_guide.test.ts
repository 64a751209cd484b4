import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runCommandLine } from '../../cli/command_line.ts';
import { checkProviderFile } from '../../connectors/engine/check/check.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';

const guide = readFileSync(assetPath('docs/providers.md'), 'utf8');
const blocks = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text as string);

describe('the guide to writing a provider file', () => {
  it('has a complete file for each step', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(5);
  });

  it.each(blocks)('shows a file that can be loaded: %#', (text) => {
    expect(checkProviderFile(text)).toEqual([]);
  });

  it('W10: shows what the command of step 3 prints for the file of step 2', async () => {
    const [, sample = ''] = /\n```\n(inferred[\s\S]*?)```/.exec(guide) ?? [];
    const acme = await startAcme();
    const folder = mkdtempSync(join(tmpdir(), 'causeway-acme-'));
    const file = join(folder, 'acme.yaml');
    const first = await linesOf(file, (blocks[1] ?? '').replace('https://{{.workspace}}.acme.example', acme.origin));
    expect(shortened(first)).toEqual(sample.trimEnd().split('\n'));
    // What was inferred, written into the file: nothing is left to infer, and the same records come.
    const facts = first.filter((line) => line.startsWith('inferred: ')).map((line) => line.slice('inferred: '.length));
    const written = 'paging: {kind: auto}';
    const exact = readFileSync(file, 'utf8').replace(written, facts.join(', '));
    expect(await linesOf(file, exact)).toEqual(first.filter((line) => !line.startsWith('inferred: ')));
    rmSync(folder, { recursive: true });
    acme.stop();
  });
});

async function linesOf(file: string, text: string): Promise<string[]> {
  writeFileSync(file, text);
  const [, command = ''] = /npm run -s causeway -- (providers read .*)\n/.exec(guide) ?? [];
  const args = command.replace('acme.yaml', file).replace('@key', 'secret').split(' ');
  let printed = '';
  const print = (more: string) => void (printed += more);
  const code = await runCommandLine(args, { out: print, err: print, stream: async () => undefined });
  expect([printed, code]).toEqual([printed, 0]);
  return printed.trimEnd().split('\n');
}

/** Keeps the first two records of each page. */
function shortened(lines: string[]): string[] {
  let shown = 0;
  return lines.flatMap((line) => {
    if (!/^\d/.test(line)) shown = 0;
    else shown += 1;
    return shown === 3 ? ['…'] : shown > 3 ? [] : [line];
  });
}

/** The help desk of the guide: 120 tickets, 50 a page, for the key `secret`. */
async function startAcme(): Promise<{ origin: string; stop(): void }> {
  const server = createServer(({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://acme.example');
    const from = Number(searchParams.get('cursor')?.slice('after-'.length) ?? 0);
    const data = Array.from({ length: Math.min(50, 120 - from) }, (_, i) => ({
      id: String(from + i + 1),
      subject: 'Printer',
      updated_at: new Date(Date.UTC(2026, 2, 1, 9, from + i + 1)).toISOString().replace('.000', ''),
    }));
    const next = from + 50 < 120;
    response.setHeader('content-type', 'application/json');
    response.statusCode = pathname === '/api/v2/tickets' && headers.authorization === 'Token secret' ? 200 : 401;
    response.end(JSON.stringify({ data, meta: { next_cursor: next ? `after-${from + 50}` : null, has_more: next } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  };
}
