import { Buffer } from 'node:buffer';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Branding__Output as Branding } from '../../../protos/gen/causeway/identity/v1/Branding.ts';
import type { Json } from '../../rest/json.ts';
import type { Routes, Services } from '../../rest/operation.ts';

type Operations = 'getBranding' | 'updateBranding';

const DATA_URL = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/;

/** The routes of the colour and the logo of a project's connect page. */
export function brandingRoutes({ identity }: Services): Routes<Operations> {
  return {
    getBranding: async ({ call, projectId }) => brandingJson(await identity.getBranding(call, { projectId })),
    async updateBranding({ call, projectId, body }) {
      const { accentColor = '', logo = '' } = body;
      const change = { updateMask: Object.keys(body), accentColor, logo: bytesOf(logo) };
      return brandingJson(await identity.updateBranding(call, { projectId, ...change }));
    },
  };
}

/** Decodes a base64 data: URL. Throws unprocessable. Identity checks that the bytes are an image. */
function bytesOf(logo: string): Buffer {
  if (logo === '') return Buffer.alloc(0);
  const [, data] = DATA_URL.exec(logo) ?? [];
  if (data) return Buffer.from(data, 'base64');
  throw new Problem('unprocessable', 'The logo is no data: URL of a picture in base64.', {
    issues: [{ in: 'body', name: 'logo', detail: 'must begin with data:image/png;base64, or another type of picture' }],
  });
}

/** The branding with the logo as a `data:` URL, so that a page can show it without another request. */
export function brandingJson({ accentColor, logoType, logo }: Branding): Json<'Branding'> {
  return {
    ...(accentColor && { accentColor }),
    ...(logoType && { logo: `data:${logoType};base64,${Buffer.from(logo).toString('base64')}` }),
  };
}
