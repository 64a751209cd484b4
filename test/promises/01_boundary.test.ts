import process from 'node:process';
import { describe, expect } from '@jest/globals';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { boundaryStory } from '../support/boundary_story.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

/** The long form runs 1,000 stories. */
const isFull = process.env['CAUSEWAY_PROMISES'] === 'full';
const SEEDS = isFull ? { sqlite: 640, mariadb: 160 } : { sqlite: 60, mariadb: 15 };
const SEEDS_SET_BACK = isFull ? { sqlite: 160, mariadb: 40 } : { sqlite: 40, mariadb: 12 };

forEachEngine((engine) => {
  describe('at the boundary between two reads', () => {
    const db = engine.suiteDatabase(migrations);

    promise(
      'no change is lost, and scheduled reads deliver none twice',
      { without: ['overlap', 'dedupe'], timeout: 900_000 },
      async () => {
        for (let seed = 1; seed <= SEEDS[engine.name]; seed += 1)
          expect(await boundaryStory(db(), { seed })).toEqual({ seed, lost: [], twice: [] });
      },
    );

    promise(
      'no change is lost when the clock of the provider is set back',
      { without: 'skew', timeout: 900_000 },
      async () => {
        for (let seed = 1; seed <= SEEDS_SET_BACK[engine.name]; seed += 1)
          expect(await boundaryStory(db(), { seed, steps: true })).toMatchObject({ seed, lost: [] });
      },
    );
  });
});
