import { randomBytes } from 'node:crypto';
import type { Ready } from '../../embedded/ready.ts';
import type { TestPlatform } from './platform.ts';
import { makeOwnProject } from './shared_platform/own_project.ts';

/** Another project in another org, with its own key and builder. Its name begins with `prefix`. */
export async function addProject(platform: TestPlatform, prefix: string): Promise<{ origin: string; ready: Ready }> {
  const name = `${prefix}-${randomBytes(6).toString('hex')}`;
  return { origin: platform.origin, ready: await makeOwnProject(platform, name) };
}
