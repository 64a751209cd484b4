import { describe, expect, it } from '@jest/globals';
import { auditActions, auditPayload } from './audit_entry.ts';

describe('an entry of the audit log', () => {
  it('says who did what to which, with bounds', () => {
    const change = { action: 'apiKey.updated', targetId: 'k', targetName: 'x'.repeat(300), fields: ['label'] } as const;
    expect(auditPayload('builder:1', change)).toEqual({
      actor: 'builder:1',
      action: 'apiKey.updated',
      targetId: 'k',
      targetName: 'x'.repeat(191),
      fields: ['label'],
    });
  });

  it.each(['system:reads', 'nobody', ''])('is not made for %j', (actor) => {
    expect(auditPayload(actor, { action: 'org.updated', targetId: 'o' })).toBeUndefined();
  });

  it('belongs to one service each', () => {
    const all = Object.values(auditActions).flatMap((actions) => Object.keys(actions));
    expect(new Set(all).size).toBe(all.length);
    for (const action of all) expect(action).toMatch(/^[a-z][A-Za-z]+\.[a-z]+$/);
  });
});
