import { describe, expect, it } from '@jest/globals';
import { destinationOf } from './destination_of.ts';

const MANIFEST = { read: { objects: [{ objectName: 'contacts', destination: 'crm' }] } };

describe('the destination of an object', () => {
  it('is that of the config before that of the manifest', () => {
    const config = { read: { objects: { contacts: { destination: 'own' } } } };
    expect(destinationOf('contacts', config, MANIFEST)).toBe('own');
    expect(destinationOf('contacts', { read: { objects: { contacts: {} } } }, MANIFEST)).toBe('crm');
  });

  it('is unknown for another object, or before the manifest is known', () => {
    expect(destinationOf('deals', {}, MANIFEST)).toBe('');
    expect(destinationOf('contacts', {}, undefined)).toBe('');
    expect(destinationOf(undefined, {}, MANIFEST)).toBe('');
    expect(destinationOf('constructor', { read: { objects: {} } }, undefined)).toBe('');
  });
});
