import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { unknownNameWarnings } from './unknown_names.ts';

describe('a setting that no process reads', () => {
  it('F11: is a warning that suggests the name that was meant', () => {
    expect(unknownNameWarnings({ CAUSEWAY_READS_CONCURENCY: '4' })).toEqual([
      'CAUSEWAY_READS_CONCURENCY is no setting of this version and has no effect. Did you mean CAUSEWAY_READS_CONCURRENCY?',
    ]);
  });

  it('F11: is a warning without a suggestion when no name is near', () => {
    expect(unknownNameWarnings({ CAUSEWAY_FLUX_CAPACITOR: '1' })).toEqual([
      expect.stringContaining('docs/configuration.md'),
    ]);
  });

  it('W7: is none that the README or a page tells to export', () => {
    const pages = ['README.md', ...readdirSync('docs', { recursive: true }).map((page) => `docs/${page}`)];
    const texts = pages.filter((page) => page.endsWith('.md')).map((page) => readFileSync(page, 'utf8'));
    // Exports, and what a command takes from the shell. What is written before one command stays with that command.
    const names = texts.flatMap((text) =>
      [...text.matchAll(/export (CAUSEWAY_\w+)|\$\{?(CAUSEWAY_\w+)/g)].map(([, given, taken]) => given ?? taken ?? ''),
    );
    expect(names).toEqual(expect.arrayContaining(['CAUSEWAY_API_KEY']));
    expect(unknownNameWarnings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('W7: is none that the command line reads', () => {
    const names = ['CAUSEWAY_URL', 'CAUSEWAY_PROJECT', 'CAUSEWAY_API_KEY', 'CAUSEWAY_PROVIDERS_DIR'];
    expect(unknownNameWarnings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('causes no warning if the name is known, was known, is empty, is not ours, or comes from Kubernetes', () => {
    const environment = {
      CAUSEWAY_FORM: 'services',
      CAUSEWAY_READS_POLL: '1',
      CAUSEWAY_UNKNOWN: '',
      PATH: '/bin',
      CAUSEWAY_GATEWAY_SERVICE_HOST: '10.0.0.1',
      CAUSEWAY_GATEWAY_PORT_80_TCP_ADDR: '10.0.0.1',
    };
    expect(unknownNameWarnings(environment)).toEqual([]);
  });
});
