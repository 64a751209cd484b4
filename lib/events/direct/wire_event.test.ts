import { describe, expect, it } from '@jest/globals';
import { parseJson, stringifyJson } from '../../json/json.ts';
import { eventsThatFit, fromWireEvent, toWireEvent } from './wire_event.ts';

const event = (id: string, bytes: number) => ({
  id,
  type: 'installation.created',
  projectId: 'p',
  time: 1,
  payloadJson: JSON.stringify({ text: 'x'.repeat(bytes) }),
  traceparent: '',
});
const MIB = 1024 * 1024;

describe('events in one RPC', () => {
  it('are as many as fit, but at least one', () => {
    const ids = (sizes: number[]) =>
      eventsThatFit(sizes.map((bytes, i) => event(String(i), bytes))).map(({ id }) => id);
    expect(ids([])).toEqual([]);
    expect(ids([10, 10, 10])).toEqual(['0', '1', '2']);
    expect(ids([MIB, MIB / 2, MIB])).toEqual(['0', '1']);
    expect(ids([3 * MIB, 10])).toEqual(['0']);
  });

  it('keep their trace', () => {
    const wire = { ...event('1', 1), traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    expect(fromWireEvent(wire).traceparent).toBe(wire.traceparent);
    expect(toWireEvent(fromWireEvent(wire))).toEqual(wire);
  });

  it('keep the digits of their numbers', () => {
    const wire = { ...event('1', 1), payloadJson: '{"config":{"n":12345678901234567890}}' };
    expect(toWireEvent(fromWireEvent(wire))).toEqual(wire);
    expect(stringifyJson(fromWireEvent(wire).payload)).toBe(stringifyJson(parseJson(wire.payloadJson)));
  });
});
