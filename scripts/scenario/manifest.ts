import { stringify } from 'yaml';

/**
 * One object of the scenario: `fields` are read unchanged, `mapped` ones the builder renames, and `picked` ones the
 * customer maps.
 */
export type ScenarioObject = {
  name: string;
  mapToName?: string;
  fields: string[];
  /** The provider's field → the builder's name. */
  mapped?: Record<string, string>;
  /** The builder's name → the provider's field that the customer chooses. */
  picked?: Record<string, string>;
};

type Options = { name: string; provider: string; destination: string; objects: ScenarioObject[] };

/** A manifest that backfills everything and then reads every hour. */
export function manifestOf({ name, provider, destination, objects }: Options): string {
  return stringify({
    specVersion: '1.0.0',
    integrations: [
      {
        name,
        provider,
        displayName: 'Scenario',
        read: { objects: objects.map((object) => readObject(object, destination)) },
      },
    ],
  });
}

function readObject(
  { name, mapToName, fields, mapped = {}, picked = {} }: ScenarioObject,
  destination: string,
): object {
  const [first, ...others] = fields;
  return {
    objectName: name,
    ...(mapToName && { mapToName }),
    destination,
    schedule: '0 * * * *',
    requiredFields: [
      { fieldName: first },
      ...Object.entries(mapped).map(([fieldName, to]) => ({ fieldName, mapToName: to })),
    ],
    optionalFields: [
      ...others.map((fieldName) => ({ fieldName })),
      ...Object.keys(picked).map((to) => ({ mapToName: to, prompt: `Which field holds ${to}?` })),
    ],
    backfill: { defaultPeriod: { fullHistory: true } },
  };
}
