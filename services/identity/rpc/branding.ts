import { Buffer } from 'node:buffer';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { Branding as BrandingMessage } from '../../../protos/gen/causeway/identity/v1/Branding.ts';
import type { Branding } from '../branding/domain/branding.ts';
import type { UseCases } from '../use_cases.ts';

type Rpcs = 'GetBranding' | 'UpdateBranding';

/** RPCs for the branding of projects. Translates; decides nothing. */
export function brandingHandlers(useCases: UseCases): Pick<Handlers<'identity'>, Rpcs> {
  return {
    GetBranding: async (_call, { projectId }) => message(await useCases.getBranding(projectId)),
    async UpdateBranding(call, { projectId, updateMask, accentColor, logo }) {
      const change = {
        ...(updateMask.includes('accentColor') && { accentColor }),
        ...(updateMask.includes('logo') && { logo: logo.length === 0 ? null : logo }),
      };
      return message(await useCases.changeBranding(call, projectId, change));
    },
  };
}

function message({ accentColor, logoType, logo }: Branding): BrandingMessage {
  return { accentColor, logoType, logo: Buffer.from(logo ?? []) };
}
