/** The look of a project's connect page. The page shows the project's `appName`. */
export type Branding = {
  projectId: string;
  /** `#rrggbb` in lower case; empty for Causeway's colour. */
  accentColor: string;
  /** The type of the logo; empty when there is no logo. */
  logoType: LogoType | '';
  logo: Uint8Array | null;
};

export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp';

export type BrandingStore = {
  find(projectId: string): Promise<Branding | undefined>;
  /** Creates the row if it is missing. */
  save(projectId: string, change: Partial<Omit<Branding, 'projectId'>>): Promise<void>;
};

export const MAX_LOGO_BYTES = 100_000;

/** Detects the type of a picture from its first bytes, not from the declared type; null for anything else. */
export function logoTypeOf(bytes: Uint8Array): LogoType | null {
  const starts = (signature: readonly number[], at = 0) => signature.every((byte, i) => bytes[at + i] === byte);
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (starts([0xff, 0xd8, 0xff])) return 'image/jpeg';
  return starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8) ? 'image/webp' : null;
}
