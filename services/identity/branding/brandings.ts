import type { AuditActor } from '../../../lib/audit/audit.ts';
import type { TransactionalStores } from '../../../lib/db/transacting.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Audit } from '../audit/audit_entries.ts';
import type { AuditStore } from '../audit/audit_entry.ts';
import type { ProjectStore } from '../projects/project.ts';
import { type Branding, type BrandingStore, logoTypeOf, MAX_LOGO_BYTES } from './branding.ts';

type Stores = { brandings: BrandingStore; projects: ProjectStore; audit: AuditStore };
type BrandingChange = Partial<Pick<Branding, 'accentColor'>> & {
  /** Null removes the logo. */
  logo?: Uint8Array | null;
};

type GetBranding = (projectId: string) => Promise<Branding>;
type ChangeBranding = (by: AuditActor, projectId: string, change: BrandingChange) => Promise<Branding>;

const COLOUR_PATTERN = /^(#[0-9a-f]{6})?$/;

/** Returns the branding of a project. A project without a row has Causeway's branding. Throws notFound. */
export function makeGetBranding({ stores }: { stores: Omit<Stores, 'audit'> }): GetBranding {
  return async function getBranding(projectId) {
    if (!(await stores.projects.find(projectId))) throw notFound('project');
    return (await stores.brandings.find(projectId)) ?? { projectId, accentColor: '', logoType: '', logo: null };
  };
}

/**
 * Changes the branding of a project. Throws notFound, and unprocessable for an invalid colour, an invalid picture, or a
 * picture that is too large.
 */
export function makeChangeBranding(
  { stores, audit }: { stores: TransactionalStores<Stores>; audit: Audit },
  getBranding: GetBranding,
): ChangeBranding {
  return async function changeBranding(by, projectId, { accentColor, logo }) {
    await getBranding(projectId);
    const change = {
      ...(accentColor !== undefined && { accentColor: checkedColour(accentColor) }),
      ...(logo === null && { logo: null, logoType: '' as const }),
      ...(logo && { logo, logoType: checkedType(logo) }),
    };
    const fields = Object.keys(change).filter((field) => field !== 'logoType');
    await stores.transaction(async (s) => {
      await s.brandings.save(projectId, change);
      await audit(s, by, { action: 'branding.updated', projectId, targetId: projectId, fields });
    });
    return getBranding(projectId);
  };
}

function checkedColour(text: string): string {
  const colour = text.toLowerCase();
  if (COLOUR_PATTERN.test(colour)) return colour;
  throw brandingFault(
    'accentColor',
    'The accent colour is no colour such as #1d5bd6.',
    'must be # and six hexadecimal digits',
  );
}

function checkedType(logo: Uint8Array) {
  if (logo.length > MAX_LOGO_BYTES)
    throw brandingFault('logo', `The logo has ${logo.length} bytes; the max is ${MAX_LOGO_BYTES}.`, 'is too large');
  const type = logoTypeOf(logo);
  if (type) return type;
  throw brandingFault('logo', 'The logo is no PNG, JPEG or WebP picture.', 'must be a PNG, JPEG or WebP picture');
}

function brandingFault(name: string, text: string, detail: string): Problem {
  return new Problem('unprocessable', text, { issues: [{ in: 'body', name, detail }] });
}
