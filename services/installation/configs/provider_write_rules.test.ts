import { describe, expect, it } from '@jest/globals';
import { checkCron } from '../../../lib/cron/check_cron.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import { checkChangedEntries, checkContent } from './check_content.ts';
import { checkConfig } from './config_rules.ts';
import { unwritableRemarks, type WriteProvider } from './provider_write_rules.ts';

const REVISION: ManifestIntegration = {
  name: 'crm',
  provider: 'acme',
  module: 'sales',
  read: { objects: [{ objectName: 'deals', mapToName: 'chance', destination: 'hook' }] },
  write: { objects: [{ objectName: 'deals' }, { objectName: 'notes' }, { objectName: 'logs' }] },
};
const PROVIDER: WriteProvider = {
  displayName: 'Acme',
  writeFacts: (module, objectName) =>
    module === 'sales' && objectName === 'deals'
      ? { types: ['create', 'update', 'delete'], canGet: true }
      : { types: objectName === 'notes' ? ['create', 'update'] : [], canGet: false },
};
const ifEmpty = (key: string) => ({
  write: { objects: { [key]: { selectedFieldSettings: { mail: { writeOnUpdate: 'ifEmpty' as const } } } } },
});
const AGAINST = { revision: REVISION, resolution: null, provider: PROVIDER };

describe('writeOnUpdate: ifEmpty', () => {
  it('is refused where the provider file has no call that gets one record, and the issue names the field and why', () => {
    expect(() => checkContent(ifEmpty('notes'), AGAINST)).toThrow(
      expect.objectContaining({
        kind: 'unprocessable',
        extras: expect.objectContaining({
          issues: [
            {
              in: 'body',
              name: 'config.content.write.objects.notes.selectedFieldSettings.mail.writeOnUpdate',
              detail:
                "mail can't be written only where it is empty: Acme has no call that gets one record of notes. (write-if-empty) Set writeOnUpdate to always or never.",
            },
          ],
        }),
      }),
    );
  });

  it('is accepted where it has the call, by either name of the object, and where the file is gone', () => {
    const rules = { checkCron, resolution: null, destinationsBefore: [] };
    for (const key of ['deals', 'chance'])
      expect(checkConfig(ifEmpty(key), REVISION, { ...rules, provider: PROVIDER })).toEqual([]);
    expect(checkConfig(ifEmpty('notes'), REVISION, rules)).toEqual([]);
  });

  it('stays in an older config that a change leaves as it is, and is refused by a change of its object', () => {
    const before = ifEmpty('notes');
    const other = { write: { objects: { ...before.write.objects, deals: {} } } };
    expect(checkChangedEntries(other, { ...AGAINST, before })).toBe(other);
    expect(() => checkChangedEntries(before, { ...AGAINST, before: {} })).toThrow(/does not fit/);
  });
});

describe('the warnings of an installation', () => {
  const remarks = (objects: object, provider: WriteProvider | undefined = PROVIDER) =>
    unwritableRemarks({ write: { objects } }, { pinned: REVISION, latest: REVISION }, provider).map(
      ({ severity, rule, path }) => `${severity} ${rule} ${path.join('.')}`,
    );

  it('name an object that the file can not write, in the config or else in the manifest', () => {
    expect(remarks({ deals: {}, logs: {} })).toEqual(['warning object-writable config.content.write.objects.logs']);
    expect(remarks({})).toEqual(['warning object-writable latestRevision.content.write.objects.2']);
  });

  it('name a deletion that it does not have, where the config allows deletions', () => {
    const deletionSettings = { enabled: true };
    expect(remarks({ deals: { deletionSettings }, notes: { deletionSettings } })).toEqual([
      'warning object-deletable config.content.write.objects.notes.deletionSettings.enabled',
      'warning object-writable latestRevision.content.write.objects.2',
    ]);
  });

  it('are silent where the provider file is gone', () => {
    const gone = unwritableRemarks(
      { write: { objects: { logs: {} } } },
      { pinned: REVISION, latest: REVISION },
      undefined,
    );
    expect(gone).toEqual([]);
  });
});
