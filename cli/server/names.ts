import { isId } from '../../lib/ids/ids.ts';
import { type Server, ServerFault } from './server.ts';

type Installation = { id: string; integrationId: string; group?: { groupRef: string } };

/** The id of an integration from its id or name. Users know names, but the API's lists take ids. */
export async function integrationId(server: Server, idOrName: string | undefined): Promise<string | undefined> {
  if (idOrName === undefined || isId(idOrName)) return idOrName;
  return (await server.call<{ id: string }>('GET', `/integrations/${encodeURIComponent(idOrName)}`)).id;
}

/**
 * The id of an installation, from its id or its group's ref. Throws ServerFault when the group has no installation or
 * several.
 */
export async function installationId(
  server: Server,
  idOrGroup: string | undefined,
  integration?: string,
): Promise<string | undefined> {
  if (idOrGroup === undefined || isId(idOrGroup)) return idOrGroup;
  const ofGroup = await server.call<Installation[]>('GET', `/installations?groupRef=${encodeURIComponent(idOrGroup)}`);
  const found = ofGroup.filter((one) => integration === undefined || one.integrationId === integration);
  if (found.length === 1) return found[0]?.id;
  if (found.length === 0)
    throw new ServerFault(
      `There is no installation of the group ${idOrGroup}. Run \`causeway installations list\` for all of them.`,
    );
  throw new ServerFault(
    `The group ${idOrGroup} has ${found.length} installations. Give --integration, or the id of one: ${found.map(({ id }) => id).join(', ')}.`,
  );
}
