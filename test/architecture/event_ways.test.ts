import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { eventCatalog, eventTypes } from '../../lib/events/catalog.ts';
import { directWayOf } from '../../lib/events/direct/event_ways.ts';
import { calleesOf, PROCESSES, type Service } from '../../lib/trust/arrows.ts';

const SERVICES = PROCESSES.filter((name): name is Service => name !== 'gateway');

/** How events travel without the bus (lib/events/direct), compared with the catalogue and with what services call. */
describe('the ways of events without the bus', () => {
  const pairs = eventTypes().flatMap((type) => {
    const { producer, consumers } = eventCatalog[type];
    return consumers.map((consumer) => ({ type, producer, consumer }));
  });

  it('F8: exist for each event of the catalogue and each of its consumers', () => {
    expect(pairs.filter(({ producer, consumer }) => directWayOf(producer, consumer) === undefined)).toEqual([]);
  });

  it('follow the arrows: a producer pushes or a consumer pulls, whichever already calls the other', () => {
    expect(directWayOf('reads', 'notifications')).toBe('pull');
    expect(directWayOf('notifications', 'reads')).toBe('push');
    expect(directWayOf('reads', 'installation')).toBe('push');
    expect(directWayOf('installation', 'reads')).toBe('pull');
    expect(directWayOf('notifications', 'notifications')).toBe('local');
    expect(directWayOf('reads', 'identity')).toBe('push');
    expect(directWayOf('identity', 'reads')).toBe('pull');
  });

  it('form no cycle', () => {
    const reached = (service: Service): Service[] =>
      calleesOf(service).flatMap((callee) => [callee, ...reached(callee)]);
    expect(SERVICES.filter((service) => reached(service).includes(service))).toEqual([]);
  });

  it.each(SERVICES)('name exactly the addresses that %s is configured with', (service) => {
    const path = `services/${service}/config.ts`;
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const called = [...text.matchAll(/'CAUSEWAY_(\w+)_ADDRESS'/g)].map(([, name = '']) => name.toLowerCase());
    expect(called.toSorted()).toEqual([...calleesOf(service)].toSorted());
  });
});
