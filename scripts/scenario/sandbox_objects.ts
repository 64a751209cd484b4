import type { ScenarioObject } from './manifest.ts';

/** Two objects of the sandbox that use every kind of field. */
export const SANDBOX_OBJECTS: ScenarioObject[] = [
  {
    name: 'contacts',
    mapToName: 'person',
    fields: ['id', 'email', 'phone', 'big_number', 'precise_number'],
    mapped: { name: 'fullName' },
    picked: { phase: 'stage' },
  },
  { name: 'companies', fields: ['id', 'name', 'city'], mapped: { score: 'rating' } },
];
