import { anything, count, flag, listOf, name, object, text, word, type Shape } from './shape.ts';

/** All keys that a manifest may have. A `!` marks a required key. */
const always = word('event-enabled', 'always');
const event = object({ 'enabled!': always });

const field = object({
  fieldName: name(),
  mapToName: name(),
  mapToDisplayName: text(),
  prompt: text(1_000),
  default: text(),
});

const readObject = object({
  'objectName!': name(),
  'destination!': name(),
  schedule: text(),
  mapToName: name(),
  mapToDisplayName: text(),
  requiredFields: listOf(field),
  optionalFields: listOf(field),
  optionalFieldsAuto: word('optional-fields-auto', 'all'),
  backfill: object({ 'defaultPeriod!': object({ days: count, fullHistory: flag }) }),
  delivery: object({ mode: word('delivery-mode', 'auto', 'onRequest'), pageSize: count }),
  deletes: object({ 'sweep!': object({ 'schedule!': text() }) }),
  enabled: word('always-enabled-fields', 'always'),
});

const writeObject = object({
  'objectName!': name(),
  inheritMapping: flag,
  valueDefaults: object({ allowAnyFields: flag }),
});

const subscribeObject = object({
  'objectName!': name(),
  'destination!': name(),
  inheritFieldsAndMapping: flag,
  createEvent: event,
  updateEvent: object({
    'enabled!': word('update-event-enabled', 'always'),
    watchFieldsAuto: word('update-event-watch-fields', 'all', 'selected'),
    requiredWatchFields: listOf(text()),
  }),
  deleteEvent: event,
  associationChangeEvent: object({ 'enabled!': always, includeFullRecords: flag }),
  otherEvents: listOf(text()),
});

const watchSchema = object({
  'destination!': name(),
  schedule: text(),
  'allObjects!': object({ fieldCreated: event, fieldDeleted: event, fieldChanged: event }),
});

export const integrationShape: Shape = object({
  'name!': text(64),
  'provider!': name(),
  displayName: text(100),
  module: name(),
  read: object({ 'objects!': listOf(readObject) }),
  write: object({ 'objects!': listOf(writeObject) }),
  subscribe: object({ 'objects!': listOf(subscribeObject) }),
  proxy: object({ 'enabled!': flag, useModule: flag }),
  watchSchema,
});

/** specVersion has a rule of its own, because YAML parses `1.0` as a number. */
export const manifestShape: Shape = object({ 'specVersion!': anything, 'integrations!': listOf(integrationShape) });
