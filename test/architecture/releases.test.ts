import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ENGINES } from '../../scripts/release/fixture_world.ts';
import { kustomization } from '../deploy/deploy_files.ts';
import { fixtureFiles, releasesWithFixture } from '../releases/release_fixture_files.ts';

const HEADING = /^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$/;

describe('the releases', () => {
  const lines = readFileSync('CHANGELOG.md', 'utf8').split('\n');
  const headings = lines.filter((line) => line.startsWith('## '));
  const released = headings.flatMap((line) => HEADING.exec(line)?.[1] ?? []);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

  it('are in CHANGELOG.md below the unreleased changes, each with version and date', () => {
    expect(headings[0]).toBe('## Unreleased');
    expect(headings.slice(1).filter((line) => !HEADING.test(line))).toEqual([]);
  });

  it('end with the version of package.json', () => {
    expect(released[0]).toBe(version);
  });

  it('give the Kubernetes base their image, and the base of unreleased code none of a release', () => {
    const end = lines.findIndex((line) => HEADING.test(line));
    const isReleased = lines.slice(lines.indexOf('## Unreleased') + 1, end).every((line) => line.trim() === '');
    expect(kustomization().images).toEqual([{ name: 'causeway', newTag: isReleased ? version : 'unreleased' }]);
  });

  it('have a fixture each, on both engines, with pending work', () => {
    expect(releasesWithFixture()).toEqual([...released].sort());
    for (const release of released)
      for (const engine of ENGINES) {
        const { story, dumpOf, services } = fixtureFiles(release, engine);
        expect(story.waiting.length).toBeGreaterThan(0);
        expect(services).toEqual(expect.arrayContaining(['identity', 'installation', 'notifications', 'reads']));
        for (const service of services) expect(dumpOf(service)).toContain("'done'");
        expect(readdirSync(`test/fixtures/releases/${release}`)).toContain('README.md');
      }
  });
});
