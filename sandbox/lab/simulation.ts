/** The state of one simulated provider: its lists, keys and tokens, limits, and pending faults. */

import type { Provider } from '../../connectors/engine/file/provider.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createFaults, type Faults } from '../faults.ts';
import { createStats, type Stats } from '../stats.ts';
import type { LabFault } from './faults/lab_faults.ts';
import { type CallLimits, createCallLimits } from './limits/call_limits.ts';
import { createRateLimit, type RateLimit } from './limits/rate_limit.ts';
import { createMadeFields, type MadeFields } from './records/made_fields.ts';
import { createWorld, type World, type WorldOptions } from './records/world.ts';
import type { Keys } from './sign_in/access.ts';
import { LAB } from './sign_in/credentials.ts';
import { createTokens } from './sign_in/tokens.ts';
import { createWriteBooks, type WriteBooks } from './writes/write_books.ts';

export type Simulation = {
  world: World;
  keys: Keys;
  limit: RateLimit;
  callLimits: CallLimits;
  faults: Faults<LabFault>;
  stats: Stats;
  /** Custom fields that were created at run time. */
  made: MadeFields;
  /** The writes that were done. */
  books: WriteBooks;
  clock: Clock;
  usualPage: number;
  /** Whether OAuth sign-ins show a consent page. */
  mustAsk: boolean;
};

type SimulationOptions = WorldOptions & { clock: Clock; usualPage: number; mustAsk: boolean };

export function createSimulation(provider: Provider, options: SimulationOptions): Simulation {
  const { clock, usualPage, mustAsk } = options;
  return {
    world: createWorld(provider, options),
    keys: { apiKey: LAB.apiKey, password: LAB.password, tokens: createTokens(clock) },
    limit: createRateLimit(provider, clock),
    callLimits: createCallLimits(provider, clock),
    faults: createFaults<LabFault>(),
    stats: createStats(),
    made: createMadeFields(),
    books: createWriteBooks(),
    clock,
    usualPage,
    mustAsk,
  };
}
