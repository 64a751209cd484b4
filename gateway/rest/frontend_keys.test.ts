import { expect, it } from '@jest/globals';
import { createLog } from '../../lib/log/log.ts';
import type { Operation } from '../contract/document.ts';
import { loadDocument, operationsOf } from '../contract/document.ts';
import { NOBODY } from './authentication.ts';
import { makeWarnOfFrontendKeys } from './frontend_keys.ts';

it('S15: a WARNING says once an hour that a frontend key replaced or deleted, and what to do', () => {
  const lines: string[] = [];
  const log = createLog({ service: 'gateway', sink: { write: (line) => void lines.push(line) } });
  const clock = { time: 1_800_000_000_000, now: () => clock.time };
  const warn = makeWarnOfFrontendKeys({ log, clock });
  const operations = new Map(operationsOf(loadDocument()).map((one) => [one.operationId, one]));
  const by = (principal: string, scopes: string[], operation: string) =>
    warn(operations.get(operation) as Operation, { ...NOBODY, scheme: 'apiKey', principal, scopes });
  by('api-key:page', ['frontend'], 'createInstallation');
  by('api-key:page', ['frontend'], 'oauthUpdate');
  by('api-key:server', ['full'], 'deleteConnection');
  expect(lines).toEqual([]);
  by('api-key:page', ['frontend'], 'deleteConnection');
  by('api-key:page', ['frontend'], 'updateInstallation');
  expect(lines).toEqual([expect.stringMatching(/"warn".*"operation":"deleteConnection".*customers' tokens/)]);
  clock.time += 3_600_000;
  by('api-key:page', ['frontend'], 'updateInstallation');
  expect(lines).toHaveLength(2);
});
