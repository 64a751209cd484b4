import { describe, expect, it } from '@jest/globals';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { fitOf } from './fitting_path.ts';

const provider: Provider = {
  name: 'acme',
  displayName: 'Acme',
  baseURL: 'https://acme.example/{{.site}}',
  auth: { type: 'none' },
  objects: {
    teams: { path: '/teams?all=1' },
    members: { each: 'teams', path: '/teams/{parent.id}/members' },
    letters: { each: [{ by: 'mail' }], path: '/letters/{parent.by}' },
  },
};
const found = (object: string, ...paths: string[]) => fitOf(provider, undefined, object, paths);

describe('an object matches a recording', () => {
  it('if its path was recorded, with any value for a variable', () => {
    expect(found('teams', '/north/teams')).toEqual({ variables: { site: 'north' } });
    expect(found('teams', '/north/others')).toBeNull();
    expect(found('unknown', '/north/teams')).toBeNull();
  });

  it('below the records of a parent, only if those were recorded too', () => {
    expect(found('members', '/north/teams', '/north/teams/7/members')).toEqual({ variables: { site: 'north' } });
    expect(found('members', '/north/teams/7/members')).toBeNull();
    expect(found('letters', '/north/letters/mail')).toEqual({ variables: { site: 'north' } });
  });
});
