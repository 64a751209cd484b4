import { type Ready, readyOf } from '../../../embedded/ready.ts';
import { createBuilderTokens } from '../../../lib/crypto/builder_token.ts';
import { newId } from '../../../lib/ids/ids.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { defaultOrigins } from '../../../lib/url/origin.ts';
import { makeEnsureBootstrap } from '../../../services/identity/callers/ensure_bootstrap.ts';
import { makeIssueBuilderToken } from '../../../services/identity/callers/own_tokens.ts';
import { type IdentityOf, withIdentityStores } from '../credentials.ts';

const DAY = 24 * 3_600_000;

/**
 * Makes a project with its own org, API key and builder, on the database of a running platform. It calls the use cases
 * that create the first project.
 */
export function makeOwnProject(platform: IdentityOf & { origin: string }, projectName: string): Promise<Ready> {
  return withIdentityStores(platform, async (stores, sealer) => {
    const made = await makeEnsureBootstrap({ stores, sealer, clock: systemClock, newId })({
      orgLabel: projectName,
      projectName,
      allowedOrigins: defaultOrigins(platform.origin),
    });
    const tokens = await createBuilderTokens(
      sealer.open((await stores.issuerKeys.find()) ?? '', 'issuer_keys|current'),
    );
    const issue = makeIssueBuilderToken({ stores, tokens, clock: systemClock, newId, defaultLifetime: DAY });
    const { token: bearerToken } = await issue({ builderId: made.builderId });
    const { orgId, id, name } = made.project;
    return readyOf(platform.origin, { ...made, orgId, project: { id, name }, bearerToken });
  });
}
