import { describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { eachWithIdentity, NOW } from '../../../test/support/identity_fixture.ts';

describe('changing a project', () => {
  const identity = eachWithIdentity();
  /** The project `changing`, beside one that is called `demo`. */
  async function changing() {
    const { useCases, anOrg } = identity();
    const { owner, orgId } = await anOrg();
    await useCases.createProject(owner, { orgId, name: 'demo', appName: 'Demo' });
    const project = await useCases.createProject(owner, { orgId, name: 'changing', appName: 'Old' });
    const change = (updateMask: string[], given: { name?: string; appName?: string }) =>
      useCases.updateProject(
        { principal: 'builder:x' },
        { projectId: project.id, updateMask, name: '', appName: '', ...given },
      );
    return { project, change };
  }

  it('changes what the mask names, and nothing else', async () => {
    const { stores, clock } = identity();
    const { project, change } = await changing();
    clock.time += 1;
    const changed = { ...project, appName: 'New', updateTime: NOW + 1 };
    expect(await change(['appName'], { appName: 'New', name: 'ignored' })).toEqual(changed);
    expect(await stores.projects.find(project.id)).toEqual(changed);
    expect(await change(['name', 'appName'], { name: 'Changed', appName: 'Newer' })).toMatchObject({
      name: 'changed',
      appName: 'Newer',
    });
  });

  it.each([
    [['orgId'], { appName: 'x' }, 'invalidArgument', 'updateMask'],
    [['appName'], { name: 'x-y' }, 'invalidArgument', 'project.appName'],
    [['name'], { appName: 'x' }, 'invalidArgument', 'project.name'],
    [['name'], { name: '-x' }, 'unprocessable', 'project.name'],
    [['name'], { name: ABSENT }, 'unprocessable', 'project.name'],
    [['name'], { name: 'Demo' }, 'alreadyExists', 'project.name'],
    [['name', 'appName'], { name: 'Demo', appName: 'x' }, 'alreadyExists', 'project.name'],
  ])('is refused the mask %j with %j as %s', async (updateMask, given, kind, name) => {
    const { stores } = identity();
    const { project, change } = await changing();
    await expect(change(updateMask, given)).rejects.toMatchObject({
      kind,
      extras: { issues: [expect.objectContaining({ in: 'body', name })] },
    });
    expect(await stores.projects.find(project.id)).toEqual(project);
  });

  it('takes origins and the restriction of frontend keys, an empty list and false included', async () => {
    const { useCases } = identity();
    const { project } = await changing();
    const change = (more: { allowedOrigins?: string[]; restrictFrontendKeys?: boolean }) =>
      useCases.updateProject(
        { principal: 'builder:x' },
        { projectId: project.id, updateMask: Object.keys(more), name: '', appName: '', ...more },
      );
    expect(project).toMatchObject({ allowedOrigins: [], restrictFrontendKeys: false });
    const allowedOrigins = ['https://app.example.com', 'http://localhost:*'];
    expect(await change({ allowedOrigins: [...allowedOrigins, ...allowedOrigins] })).toMatchObject({ allowedOrigins });
    expect(await change({ restrictFrontendKeys: true })).toMatchObject({ allowedOrigins, restrictFrontendKeys: true });
    expect(await change({ allowedOrigins: [], restrictFrontendKeys: false })).toMatchObject({
      allowedOrigins: [],
      restrictFrontendKeys: false,
    });
  });

  it.each([['*'], ['http://app.example.com'], ['https://app.example.com/path'], Array(51).fill('https://a.example')])(
    'refuses the origins %s',
    async (...allowedOrigins) => {
      const { project } = await changing();
      const change = { projectId: project.id, updateMask: ['allowedOrigins'], name: '', appName: '', allowedOrigins };
      await expect(identity().useCases.updateProject({ principal: 'builder:x' }, change)).rejects.toMatchObject({
        kind: 'unprocessable',
        extras: { issues: [expect.objectContaining({ name: expect.stringContaining('project.allowedOrigins') })] },
      });
    },
  );

  it('that is gone is refused as one that never was', async () => {
    await expect(
      identity().useCases.updateProject(
        { principal: 'builder:x' },
        { projectId: ABSENT, updateMask: ['appName'], name: '', appName: 'x' },
      ),
    ).rejects.toMatchObject({ kind: 'notFound', detail: 'There is no such project.' });
  });
});
