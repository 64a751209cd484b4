/** Controls of the lab for tests and users. The routes under /control/ do the same over HTTP. */

import { findObject } from '../../../connectors/engine/objects/objects.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { StatsReport } from '../../stats.ts';
import type { LabFault } from '../faults/lab_faults.ts';
import { LabError } from '../lab_error.ts';
import type { LabLimit, LimitReport } from '../limits/call_limit.ts';
import { remove, touch } from '../records/record_changes.ts';
import { addEntry, type Entry } from '../records/shelf.ts';
import type { LabList } from '../records/world.ts';
import type { Spends, TokenRules } from '../sign_in/tokens.ts';
import type { Simulation } from '../simulation.ts';
import type { WriteReport } from '../writes/write_books.ts';

/** `key` includes the password. `apiKey`: the key that is valid from then on; without it, no key is. */
export type LabRevocation = { what?: 'access' | 'refresh' | 'key' | 'all'; apiKey?: string };
export type RecordChange = {
  object: string;
  module?: string | undefined;
  /** The number of new records. Ignored with `id`. */
  count?: number;
  /** The record to change. Without it, new records are added. */
  id?: string;
  /** New values by field. Null removes the field. */
  changes?: JsonObject;
  isDeleted?: boolean;
  /** Unix milliseconds. Default: now. */
  updated?: number;
};

export type LabControl = {
  addFault(provider: string, fault: LabFault): void;
  /** Removes pending faults and ends the bans of `ban` faults. */
  clearFaults(provider?: string): void;
  stats(provider: string): StatsReport & { faults: LabFault[]; refreshTokens: Spends; limits: LimitReport[] };
  /** The writes that were done, including those whose answer did not reach the client. */
  writes(provider: string): WriteReport;
  /** The ids of the records that were added, changed or deleted. */
  changeRecords(provider: string, change: RecordChange): string[];
  revoke(provider: string, revocation?: LabRevocation): void;
  /** Replaces all rate limits. Without any, all limits are lifted. */
  setLimits(provider: string, ...limits: LabLimit[]): void;
  setTokenRules(provider: string, rules: Partial<TokenRules>): void;
};

type Simulations = { get(provider: string): Simulation | undefined; open(): Iterable<Simulation> };

export function createLabControl(simulations: Simulations): LabControl {
  const at = (provider: string): Simulation => {
    const found = simulations.get(provider);
    if (!found) throw new LabError(404, `The lab has no provider ${provider}.`);
    return found;
  };
  return {
    addFault: (provider, fault) => at(provider).faults.add(fault),
    clearFaults(provider) {
      for (const { faults, limit } of provider === undefined ? simulations.open() : [at(provider)]) {
        faults.clear();
        limit.reopen();
      }
    },
    stats(provider) {
      const { stats, faults, keys, callLimits } = at(provider);
      const [refreshTokens, limits] = [keys.tokens.spends(), callLimits.report()];
      return { ...stats.report(), faults: faults.pending(), refreshTokens, limits };
    },
    writes: (provider) => at(provider).books.report(),
    changeRecords: (provider, change) => changed(at(provider), change),
    revoke(provider, { what = 'all', apiKey } = {}) {
      const { keys } = at(provider);
      if (what !== 'key') keys.tokens.revokeAll(what);
      if (what === 'key' || what === 'all') Object.assign(keys, { apiKey: apiKey ?? NONE, password: NONE });
    },
    setLimits: (provider, ...limits) => at(provider).callLimits.set(limits),
    setTokenRules: (provider, rules) => void Object.assign(at(provider).keys.tokens.rules, rules),
  };
}

/** A key that no caller can send. */
const NONE = '\u0000';

function changed({ world, clock }: Simulation, change: RecordChange): string[] {
  const { object, module, count = 1, id, changes = {}, isDeleted = false, updated = clock.now() } = change;
  const plan = findObject(world.provider, module, object);
  const list = world.list({ module, name: plan.name, spec: plan.spec });
  const entries = id === undefined ? added(list, count, updated) : [there(list, id)];
  if (isDeleted) remove(list, entries, updated);
  else touch(list, entries, changes, updated);
  return entries.map((entry) => entry.id);
}

function added({ shelf, facts }: LabList, count: number, updated: number): Entry[] {
  return Array.from({ length: count }, () => addEntry(shelf, facts, updated));
}

function there({ shelf }: LabList, id: string): Entry {
  const entry = shelf.entries.find((one) => one.id === id);
  if (!entry) throw new LabError(404, `There is no record ${id}.`);
  return entry;
}
