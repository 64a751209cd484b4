import { randomBytes } from 'node:crypto';
import { Problem } from '../../../lib/problem/problem.ts';
import { toIso } from '../../../lib/time/iso.ts';
import { ANY_ORIGIN } from '../../../lib/url/origin.ts';
import type { ConnectSession__Output as ConnectSession } from '../../../protos/gen/causeway/installation/v1/ConnectSession.ts';
import { sessionCookie } from '../../pages/session_cookie.ts';
import { type SessionPost, type SessionRequest, textIn } from '../../pages/session_posts.ts';
import type { Json } from '../../rest/json.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { brandingJson } from '../identity/branding.ts';
import { checkReturnUrl } from './return_url.ts';

type Site = { publicUrl: () => string };

/** The routes for the builder's server: create a connect link, and read the state of its session. */
export function connectSessionRoutes(
  { identity, installation }: Services,
  { publicUrl }: Site,
): Routes<'createConnectSession' | 'getConnectSession'> {
  return {
    async createConnectSession({ call, projectId, body }) {
      const { integration = '', provider = '', returnUrl = '', groupName = '', consumerName = '', ...rest } = body;
      const { fieldMapping, ...refs } = rest;
      if (returnUrl) {
        const { allowedOrigins } = await identity.getProject(call, { projectId, includeEntitlements: false });
        checkReturnUrl(returnUrl, allowedOrigins);
      }
      const fieldMappingJson = fieldMapping === undefined ? '' : JSON.stringify(fieldMapping);
      const named = { ...refs, groupName, consumerName, integrationIdOrName: integration, provider };
      const asked = { ...named, returnUrl, fieldMappingJson };
      const { session, token } = await installation.createConnectSession(call, { projectId, ...asked });
      const { id = '', expireTime = 0 } = session ?? {};
      return { id, url: `${publicUrl()}/connect#token=${token}`, expiresAt: toIso(expireTime) };
    },
    async getConnectSession({ call, projectId, path }) {
      return sessionJson(await installation.getConnectSession(call, { projectId, id: path.connectSessionId }));
    },
  };
}

function sessionJson(session: ConnectSession): Json<'ConnectSession'> {
  const { id, groupRef, consumerRef, integrationId, provider, connectionId, installationId } = session;
  return {
    id,
    groupRef,
    consumerRef,
    ...(integrationId && { integrationId }),
    provider,
    status: session.status as Json<'ConnectSession'>['status'],
    ...(connectionId && { connectionId }),
    ...(installationId && { installationId }),
    createTime: toIso(session.createTime),
    expiresAt: toIso(session.expireTime),
  };
}

/** The lifetime of the cookie in seconds; equal to the lifetime of the session. */
const MAX_AGE_SECONDS = 1_800;

/**
 * The POSTs of the connect page. The token of the link is used up when the person presses Continue; a program that only
 * opens the link does not use it up. After that, the cookie grants access to this session only.
 */
export function connectPosts({ identity, installation }: Services, { publicUrl }: Site): SessionPost[] {
  const cookieOf = (sessionId: string) => sessionCookie(`causeway-connect-${sessionId}`, publicUrl());
  const idIn = (body: SessionRequest['body']) => textIn(body, 'sessionId').replace(/[^\w-]/g, '');

  /**
   * Opens a session. `useUp` uses up the link; call it last, when the rest of the answer is complete, because a link
   * works only once.
   */
  async function open({ call, headers, body }: SessionRequest) {
    const token = textIn(body, 'token');
    const sessionId = idIn(body);
    const secret = token ? randomBytes(32).toString('base64url') : cookieOf(sessionId).read(headers.cookie);
    const session = await installation.openConnectSession(call, { token, sessionId, secret: token ? '' : secret });
    const useUp = async () =>
      token ? installation.openConnectSession(call, { token, sessionId, secret }) : Promise.resolve(session);
    return { secret, session, useUp };
  }

  return [
    {
      // The data of the first screen. This request does not use up the link.
      path: '/connect/session/look',
      async answer({ call, body }) {
        const token = textIn(body, 'token');
        const session = await installation.openConnectSession(call, { token, sessionId: '', secret: '' });
        const { projectId, provider, groupName, consumerName } = session;
        const { appName } = await identity.getProject(call, { projectId, includeEntitlements: false });
        const branding = brandingJson(await identity.getBranding(call, { projectId }));
        return { json: { app: appName, provider, groupName, consumerName, branding } };
      },
    },
    {
      path: '/connect/session',
      async answer(request) {
        const { call } = request;
        const { secret, session, useUp } = await open(request);
        const { id, projectId, groupRef, consumerRef, integrationId, provider, expireTime } = session;
        const limits = { groupRef, consumerRef, integrationId, provider };
        const asked = { projectId, sessionId: id, sessionExpireTime: expireTime, ...limits };
        const key = await identity.issueConnectKey(call, asked);
        const { appName, allowedOrigins } = await identity.getProject(call, { projectId, includeEntitlements: false });
        const branding = brandingJson(await identity.getBranding(call, { projectId }));
        const shown = { ...sessionJson(await useUp()), projectId, groupName: session.groupName, app: appName };
        return {
          json: {
            key: { token: key.token, expiresAt: toIso(key.expireTime) },
            expiresAt: toIso(key.expireTime),
            session: {
              ...shown,
              consumerName: session.consumerName,
              returnUrl: session.returnUrl,
              branding,
              ...(session.fieldMappingJson && { fieldMapping: JSON.parse(session.fieldMappingJson) as unknown }),
              // Windows of these origins get a message with the result. The wildcard, which projects of version 0.1.0
              // may have, is left out.
              origins: allowedOrigins.filter((origin) => origin !== ANY_ORIGIN),
            },
          },
          cookies: [cookieOf(id).set(secret, MAX_AGE_SECONDS)],
        };
      },
    },
    {
      path: '/connect/session/outcome',
      async answer({ call, headers, body }) {
        const sessionId = idIn(body);
        const secret = cookieOf(sessionId).read(headers.cookie);
        if (!secret) throw new Problem('unauthenticated', 'This browser has not opened the session.');
        const ids = { connectionId: textIn(body, 'connectionId'), installationId: textIn(body, 'installationId') };
        const claimed = { ...ids, status: textIn(body, 'status') };
        await installation.finishConnectSession(call, { sessionId, secret, ...claimed });
        return {};
      },
    },
  ];
}
