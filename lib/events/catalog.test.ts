import { describe, expect, it } from '@jest/globals';
import { builderEventTypes, eventCatalog, eventTypes, isEventType } from './catalog.ts';

describe('the catalogue of events', () => {
  it('names at least one consumer for every event, or it would be stored for nobody', () => {
    expect(eventTypes().filter((type) => eventCatalog[type].consumers.length === 0)).toEqual([]);
  });

  it('lets a service hear only of those whose RPCs it may need, and of itself; identity of all', () => {
    const allowed: Record<string, string[]> = {
      reads: ['reads', 'notifications', 'installation', 'identity'],
      installation: ['installation', 'reads', 'notifications', 'identity'],
      writes: ['installation', 'notifications', 'identity'],
      notifications: ['notifications', 'reads', 'installation', 'identity'],
    };
    for (const type of eventTypes()) {
      const { producer, consumers } = eventCatalog[type];
      expect(allowed[producer]).toEqual(expect.arrayContaining([...consumers]));
    }
  });

  it('keeps internal events out of the public enum, and in it those that never happen yet', () => {
    const types = builderEventTypes();
    expect(types).toHaveLength(16);
    expect(types).toEqual(expect.arrayContaining(['write.async.done', 'subscribe.create.error', 'connection.created']));
    expect(types.filter((type) => isEventType(type) && eventCatalog[type].audience === 'internal')).toEqual([]);
  });

  it('does not take what every object has for a type', () => {
    expect(isEventType('constructor')).toBe(false);
  });
});
