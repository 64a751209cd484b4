import type { Log } from '../../../lib/log/log.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { ANY_ORIGIN, isOriginAllowed } from '../../../lib/url/origin.ts';
import { textOf } from '../../pages/page_texts.ts';
import type { Services } from '../../rest/operation.ts';

type IdentityService = Pick<Services, 'identity'>;
/** The app of a sign-in, and the origins whose windows may receive its result. */
export type SignInApp = { name: string; origins: string[] };
type SignInOrigin = { projectId: string; openerOrigin: string };

export async function appNameOf({ identity }: IdentityService, call: Call, projectId: string): Promise<string> {
  return (await identity.getProject(call, { projectId, includeEntitlements: false })).appName;
}

/**
 * Finds the origins whose windows get the result of a sign-in: the origin of the page that started it, if the project
 * allows it, otherwise every origin that the project allows; and always our own. A browser delivers a message only to a
 * window of the named origin. The sign-in is already complete, so a failure of identity does not fail it; then only
 * windows of our own origin get the message.
 */
export function signInApps({ identity }: IdentityService, { publicUrl, log }: { publicUrl: () => string; log: Log }) {
  return async function appOf(call: Call, { projectId, openerOrigin }: SignInOrigin): Promise<SignInApp> {
    const own = new URL(publicUrl()).origin;
    if (!projectId) return { name: textOf('theApp'), origins: [own] };
    const project = await identity.getProject(call, { projectId, includeEntitlements: false }).catch(() => null);
    if (!project) return { name: textOf('theApp'), origins: [own] };
    const { appName: name, allowedOrigins } = project;
    warnOfOrigins(log, { projectId, openerOrigin, allowedOrigins, own });
    if (allowedOrigins.includes(ANY_ORIGIN)) return { name, origins: [ANY_ORIGIN] };
    if (openerOrigin && isOriginAllowed(openerOrigin, [own, ...allowedOrigins]))
      return { name, origins: [openerOrigin] };
    return { name, origins: [own, ...allowedOrigins.filter((origin) => !origin.endsWith(':*'))] };
  };
}

type OriginWarning = SignInOrigin & { allowedOrigins: string[]; own: string };

/**
 * Logs one of two warnings for the builder: the first needs a change before the next release, the second needs one now.
 */
function warnOfOrigins(log: Log, { projectId, openerOrigin, allowedOrigins, own }: OriginWarning): void {
  const remedy = 'Set allowedOrigins of the project to the origins of your pages.';
  if (allowedOrigins.includes(ANY_ORIGIN)) log.warn('sign-in result sent to any origin', { projectId, remedy });
  else if (openerOrigin && !isOriginAllowed(openerOrigin, [own, ...allowedOrigins]))
    log.warn('sign-in result not sent: origin not allowed', { projectId, remedy });
}
