import { notFound } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { ProjectStore } from '../../projects/domain/project.ts';
import { type Branding, type BrandingStore, logoTypeOf, MAX_LOGO_BYTES } from '../domain/branding.ts';

type Stores = { brandings: BrandingStore; projects: ProjectStore };
type Change = Partial<Pick<Branding, 'accentColor'>> & {
  /** Null removes the logo. */
  logo?: Uint8Array | null;
};

export type GetBranding = (projectId: string) => Promise<Branding>;
export type ChangeBranding = (projectId: string, change: Change) => Promise<Branding>;

const COLOUR = /^(#[0-9a-f]{6})?$/;

/** The branding of a project; without a row it is ours. Throws notFound. */
export function makeGetBranding({ stores }: { stores: Stores }): GetBranding {
  return async function getBranding(projectId) {
    if (!(await stores.projects.find(projectId))) throw notFound('project');
    return (await stores.brandings.find(projectId)) ?? { projectId, accentColor: '', logoType: '', logo: null };
  };
}

/** Throws notFound, and unprocessable for what is no colour, no picture, or too large. */
export function makeChangeBranding({ stores }: { stores: Stores }, getBranding: GetBranding): ChangeBranding {
  return async function changeBranding(projectId, { accentColor, logo }) {
    await getBranding(projectId);
    await stores.brandings.save(projectId, {
      ...(accentColor !== undefined && { accentColor: checkedColour(accentColor) }),
      ...(logo === null && { logo: null, logoType: '' as const }),
      ...(logo && { logo, logoType: checkedType(logo) }),
    });
    return getBranding(projectId);
  };
}

function checkedColour(text: string): string {
  const colour = text.toLowerCase();
  if (COLOUR.test(colour)) return colour;
  throw fault('accentColor', 'The accent colour is no colour such as #1d5bd6.', 'must be # and six hexadecimal digits');
}

function checkedType(logo: Uint8Array) {
  if (logo.length > MAX_LOGO_BYTES)
    throw fault('logo', `The logo has ${logo.length} bytes; the max is ${MAX_LOGO_BYTES}.`, 'is too large');
  const type = logoTypeOf(logo);
  if (type) return type;
  throw fault('logo', 'The logo is no PNG, JPEG or WebP picture.', 'must be a PNG, JPEG or WebP picture');
}

function fault(name: string, text: string, detail: string): Problem {
  return new Problem('unprocessable', text, { issues: [{ in: 'body', name, detail }] });
}
