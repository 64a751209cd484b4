import { isId } from '../../../../lib/ids/ids.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Problem } from '../../../../lib/problem/problem.ts';
import { similarName } from '../../../../lib/problem/similar_name.ts';
import type { Integration, IntegrationStore } from '../domain/integration.ts';

/** Finds an integration by its id or name. Throws notFound, with the similar name of another one. */
export function makeGetIntegration({ stores }: { stores: { integrations: IntegrationStore } }) {
  const { integrations } = stores;

  return async function getIntegration(projectId: string, idOrName: string): Promise<Integration> {
    const find = isId(idOrName) ? integrations.find : integrations.findByName;
    const integration = await find(projectId, idOrName);
    if (!integration) throw await absent(projectId, idOrName);
    return integration;
  };

  /** The newest integrations are enough for a suggestion. */
  async function absent(projectId: string, idOrName: string): Promise<Problem> {
    const known = (await integrations.list(projectId)).map(({ name }) => name);
    const meant = similarName(idOrName, known);
    return notFound('integration', meant ? { remedy: `Did you mean ${meant}?` } : {});
  }
}
