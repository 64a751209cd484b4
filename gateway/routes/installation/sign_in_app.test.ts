import { describe, expect, it } from '@jest/globals';
import type { Log } from '../../../lib/log/log.ts';
import { silentLog } from '../../../lib/log/log.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Services } from '../../rest/operation.ts';
import { signInApps } from './sign_in_app.ts';

const OWN = 'https://causeway.example';
const APP = 'https://app.example.com';
const call: Call = { requestId: 'r', principal: 'nobody', deadline: 0 };

/**
 * The origins that get the result, and the logged warnings, for a project with these origins. Null: identity is
 * unavailable.
 */
async function toldFor(allowedOrigins: string[] | null, openerOrigin = '', projectId = 'p') {
  const warnings: string[] = [];
  const getProject = async () => {
    if (!allowedOrigins) throw new Error('identity is unavailable');
    return { appName: 'App', allowedOrigins };
  };
  const identity = { getProject } as unknown as Services['identity'];
  const log = { ...silentLog, warn: (message: string) => warnings.push(message) } as unknown as Log;
  const appOf = signInApps({ identity }, { publicUrl: () => OWN, log });
  const { name, origins } = await appOf(call, { projectId, openerOrigin });
  return { name, origins, warnings: warnings.length };
}

describe('who is told the result of a sign-in', () => {
  it.each<[string, string[], string, string[], number]>([
    ['nobody but our own pages in a new project', [], '', [OWN], 0],
    ['the page that asked, if it is allowed', [APP, 'https://other.example'], APP, [APP], 0],
    [
      'a page on any port of this machine that asked',
      ['http://localhost:*'],
      'http://localhost:3000',
      ['http://localhost:3000'],
      0,
    ],
    ['a page of our own that asked', [], OWN, [OWN], 0],
    [
      'each allowed origin if a server asked, without those of any port',
      [APP, 'http://localhost:*'],
      '',
      [OWN, APP],
      0,
    ],
    ['not the page that asked, if it is not allowed; the log says so', [APP], 'https://evil.example', [OWN, APP], 1],
    ['not a page without an origin', [APP], 'null', [OWN, APP], 1],
    ['any page in a project of 0.1.0; the log says so', ['*'], APP, ['*'], 1],
  ])('S5: %s', async (_what, allowed, opener, origins, warnings) =>
    expect(await toldFor(allowed, opener)).toEqual({ name: 'App', origins, warnings }),
  );

  it('S5: is nobody else when the project is unknown or identity is unavailable', async () => {
    const nobody = { name: 'the app', origins: [OWN], warnings: 0 };
    expect([await toldFor(null, APP), await toldFor([APP], APP, '')]).toEqual([nobody, nobody]);
  });
});
