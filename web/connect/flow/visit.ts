import { type Call, makeCall } from '../../api/call.ts';
import { postSession, refreshed } from '../../api/session.ts';
import type { Offers } from './choices.ts';
import { messageOrigins } from './message_origins.ts';

/** The data of the session that the page may see. */
export type VisitSession = {
  id: string;
  projectId: string;
  app: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  integrationId?: string;
  provider: string;
  returnUrl: string;
  /** Fields that the builder offers to map. */
  fieldMapping?: Offers;
  /** The builder's colour, `#rrggbb`, and logo, a `data:` URL. */
  branding: { accentColor?: string; logo?: string };
  /** The origins whose windows get the outcome. */
  origins: readonly string[];
};
type Opened = { key: { token: string }; expiresAt: string; session: VisitSession };

export type Outcome = {
  status: 'connected' | 'disconnected' | 'cancelled';
  connectionId: string;
  installationId: string;
};

/** An opened session: it makes calls with its key, and reports the outcome. */
export type Visit = {
  session: VisitSession;
  call: Call;
  /**
   * Stores the outcome and sends it to the window that opened this one; without such a window, goes to the builder's
   * page. Throws ApiProblem.
   */
  report(outcome: Outcome): Promise<void>;
};

/** The data of a link that the page shows before the link is used up. */
export type Look = Pick<VisitSession, 'app' | 'groupName' | 'consumerName' | 'branding'> & {
  /** The display name of the provider. */
  provider: string;
};

/**
 * Reads the data of a link without using it up: the link can still be opened, in one browser only. Throws ApiProblem.
 */
export async function lookAt(token: string): Promise<Look> {
  const look = await postSession<Look>('/connect/session/look', { token });
  const { body } = await makeCall(async () => ({}))('getProvider', { path: { provider: look.provider } });
  return { ...look, provider: body?.displayName ?? look.provider };
}

/** Opens the session of a link; after a reload, opens it again by its id. Throws ApiProblem. */
export async function openVisit(given: { token: string } | { sessionId: string }): Promise<Visit> {
  const first = await postSession<Opened>('/connect/session', given);
  const { session } = first;
  const address = new URL(location.href);
  address.hash = '';
  address.searchParams.set('session', session.id);
  history.replaceState(null, '', address);
  let held: Opened | null = first;
  const current = refreshed(async () => {
    const opened = held ?? (await postSession<Opened>('/connect/session', { sessionId: session.id }));
    held = null;
    return opened;
  });
  return {
    session,
    call: makeCall(async () => ({ 'x-api-key': (await current()).key.token })),
    async report(outcome) {
      await postSession('/connect/session/outcome', { sessionId: session.id, ...outcome });
      postOutcome(session, outcome);
      const back = returnAddress(session, outcome.status);
      if (!window.opener && back !== '') location.assign(back);
    },
  };
}

/** Sends the outcome to the opener. A browser delivers the message only to a window of the named origin. */
function postOutcome(
  { id: sessionId, origins }: VisitSession,
  { status, connectionId, installationId }: Outcome,
): void {
  const ids = { ...(connectionId && { connectionId }), ...(installationId && { installationId }) };
  const message = { type: 'causeway.connect', status, sessionId, ...ids };
  for (const origin of messageOrigins(origins, document.referrer)) window.opener?.postMessage(message, origin);
}

/** The address of the builder's page with the outcome in its query; empty when the session has no return URL. */
export function returnAddress({ returnUrl, id }: VisitSession, status: string): string {
  if (returnUrl === '') return '';
  const url = new URL(returnUrl);
  url.searchParams.set('connectSession', id);
  url.searchParams.set('status', status);
  return url.href;
}
