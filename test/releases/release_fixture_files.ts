import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIXTURES, type FixtureEngine, type Story } from '../../scripts/release/fixture_world.ts';

/** Every release that has a fixture. */
export function releasesWithFixture(): string[] {
  return existsSync(FIXTURES) ? readdirSync(FIXTURES).sort() : [];
}

export type FixtureFiles = {
  story: Story;
  dumpOf(service: string): string;
  /** The services that the release had. */
  services: string[];
  /** Files of the data folder, by name. */
  dataFiles: { name: string; path: string }[];
};

export function fixtureFiles(release: string, engine: FixtureEngine): FixtureFiles {
  const folder = join(FIXTURES, release, engine);
  const services = readdirSync(folder).flatMap((name) =>
    name.endsWith('.sql') ? [name.slice(0, -'.sql'.length)] : [],
  );
  return {
    services,
    story: JSON.parse(readFileSync(join(folder, 'story.json'), 'utf8')) as Story,
    dumpOf: (service) => readFileSync(join(folder, `${service}.sql`), 'utf8'),
    dataFiles: readdirSync(folder)
      .filter((name) => !/\.(sql|json)$/.test(name))
      .map((name) => ({ name, path: join(folder, name) })),
  };
}
