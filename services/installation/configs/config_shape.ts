import { anyShape, flagShape, listOf, mapOf, objectShape, type Shape, textShape, wordShape } from '../shape.ts';

/**
 * The keys that a config may have, including keys that only official clients send. This shape accepts any value below
 * `read`; config_rules.ts checks these values.
 */
const filterShape = objectShape({ fieldName: anyShape, operator: anyShape, value: anyShape });

const readObjectShape = objectShape({
  objectName: anyShape,
  selectedFields: anyShape,
  selectedFieldMappings: anyShape,
  selectedFieldsAuto: anyShape,
  selectedValueMappings: anyShape,
  dynamicMappingsInput: listOf(
    objectShape({
      mapToName: anyShape,
      mapToDisplayName: anyShape,
      prompt: anyShape,
      fieldName: anyShape,
      mappedValues: listOf(objectShape({ mappedValue: anyShape, mappedDisplayValue: anyShape })),
    }),
  ),
  schedule: anyShape,
  destination: anyShape,
  disabled: anyShape,
  backfill: objectShape({
    defaultPeriod: objectShape({ days: anyShape, fullHistory: anyShape }),
    fieldFilters: listOf(filterShape),
  }),
  fieldFilters: listOf(filterShape),
});

/** `enabled` is a key of the manifest. In a config it has no effect, but an invalid value is an error. */
export const readEnabledShape = wordShape('always-enabled-fields', 'always');

export const writeObjectShape = objectShape({
  objectName: textShape(),
  deletionSettings: objectShape({ enabled: flagShape }),
  selectedFieldSettings: mapOf(
    objectShape({
      default: objectShape({ stringValue: anyShape, integerValue: anyShape, booleanValue: anyShape }),
      writeOnCreate: wordShape('write-on-create', 'always', 'never'),
      writeOnUpdate: wordShape('write-on-update', 'always', 'never', 'ifEmpty'),
    }),
  ),
  selectedValueDefaults: mapOf(
    objectShape({ value: anyShape, applyOnUpdate: wordShape('apply-on-update', 'always', 'never') }),
  ),
});

const eventShape = objectShape({ enabled: wordShape('event-enabled', 'always', 'never') });

export const subscribeObjectShape = objectShape({
  objectName: textShape(),
  destination: textShape(),
  inheritFieldsAndMappings: flagShape,
  createEvent: eventShape,
  updateEvent: objectShape({
    enabled: wordShape('event-enabled', 'always', 'never'),
    watchFieldsAuto: wordShape('update-event-watch-fields', 'all'),
    requiredWatchFields: listOf(textShape()),
  }),
  deleteEvent: eventShape,
  otherEvents: listOf(textShape()),
  providerOptions: objectShape({ quotaOptimization: objectShape({ enabled: flagShape }) }),
});

export const configShape: Shape = objectShape({
  provider: anyShape,
  read: objectShape({ objects: mapOf(readObjectShape) }),
  write: objectShape({ objects: mapOf(writeObjectShape) }),
  subscribe: objectShape({ objects: mapOf(subscribeObjectShape) }),
  proxy: objectShape({ enabled: anyShape }),
});

/** The shape of an object's config, by action. It includes the maps that a patch may add members to. */
export const objectShapes: Record<'read' | 'write' | 'subscribe', Shape> = {
  read:
    readObjectShape.is === 'object'
      ? { ...readObjectShape, keys: { ...readObjectShape.keys, ...patchableMaps() } }
      : readObjectShape,
  write: writeObjectShape,
  subscribe: subscribeObjectShape,
};

function patchableMaps(): Record<string, Shape> {
  const map = mapOf(anyShape);
  return { selectedFields: map, selectedFieldMappings: map, selectedValueMappings: mapOf(map) };
}

/** The keys that the config of an object may have, by action. */
export const objectKeys: Record<'read' | 'write' | 'subscribe', readonly string[]> = {
  read: keysOf(readObjectShape),
  write: keysOf(writeObjectShape),
  subscribe: keysOf(subscribeObjectShape),
};

function keysOf(shape: Shape): string[] {
  return shape.is === 'object' ? Object.keys(shape.keys) : [];
}
