import { anything, flag, listOf, mapOf, object, type Shape, text, word } from '../shape.ts';

/**
 * The keys that a config may have, including keys that only official clients send. This shape accepts any value below
 * `read`; config_rules.ts checks these values.
 */
const filter = object({ fieldName: anything, operator: anything, value: anything });

const readObject = object({
  objectName: anything,
  selectedFields: anything,
  selectedFieldMappings: anything,
  selectedFieldsAuto: anything,
  selectedValueMappings: anything,
  dynamicMappingsInput: listOf(
    object({
      mapToName: anything,
      mapToDisplayName: anything,
      prompt: anything,
      fieldName: anything,
      mappedValues: listOf(object({ mappedValue: anything, mappedDisplayValue: anything })),
    }),
  ),
  schedule: anything,
  destination: anything,
  disabled: anything,
  backfill: object({ defaultPeriod: object({ days: anything, fullHistory: anything }), fieldFilters: listOf(filter) }),
  fieldFilters: listOf(filter),
});

/** `enabled` is a key of the manifest. In a config it has no effect, but an invalid value is an error. */
export const readEnabled = word('always-enabled-fields', 'always');

export const writeObject = object({
  objectName: text(),
  deletionSettings: object({ enabled: flag }),
  selectedFieldSettings: mapOf(
    object({
      default: object({ stringValue: anything, integerValue: anything, booleanValue: anything }),
      writeOnCreate: word('write-on-create', 'always', 'never'),
      writeOnUpdate: word('write-on-update', 'always', 'never', 'ifEmpty'),
    }),
  ),
  selectedValueDefaults: mapOf(object({ value: anything, applyOnUpdate: word('apply-on-update', 'always', 'never') })),
});

const event = object({ enabled: word('event-enabled', 'always', 'never') });

export const subscribeObject = object({
  objectName: text(),
  destination: text(),
  inheritFieldsAndMappings: flag,
  createEvent: event,
  updateEvent: object({
    enabled: word('event-enabled', 'always', 'never'),
    watchFieldsAuto: word('update-event-watch-fields', 'all'),
    requiredWatchFields: listOf(text()),
  }),
  deleteEvent: event,
  otherEvents: listOf(text()),
  providerOptions: object({ quotaOptimization: object({ enabled: flag }) }),
});

export const configShape: Shape = object({
  provider: anything,
  read: object({ objects: mapOf(readObject) }),
  write: object({ objects: mapOf(writeObject) }),
  subscribe: object({ objects: mapOf(subscribeObject) }),
  proxy: object({ enabled: anything }),
});

/** The shape of an object's config, by action. It includes the maps that a patch may add members to. */
export const objectShapes: Record<'read' | 'write' | 'subscribe', Shape> = {
  read: readObject.is === 'object' ? { ...readObject, keys: { ...readObject.keys, ...maps() } } : readObject,
  write: writeObject,
  subscribe: subscribeObject,
};

function maps(): Record<string, Shape> {
  const map = mapOf(anything);
  return { selectedFields: map, selectedFieldMappings: map, selectedValueMappings: mapOf(map) };
}

/** The keys that the config of an object may have, by action. */
export const objectKeys: Record<'read' | 'write' | 'subscribe', readonly string[]> = {
  read: keysOf(readObject),
  write: keysOf(writeObject),
  subscribe: keysOf(subscribeObject),
};

function keysOf(shape: Shape): string[] {
  return shape.is === 'object' ? Object.keys(shape.keys) : [];
}
