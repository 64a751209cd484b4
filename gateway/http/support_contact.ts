/**
 * How callers reach the operator of this deployment. Every problem contains these members; an empty one is left out.
 */
export type SupportContact = { supportEmail: string; supportPhone: string; supportUrl: string };

/** The members that are not empty. */
export function supportMembers({ supportEmail, supportPhone, supportUrl }: SupportContact): Partial<SupportContact> {
  return {
    ...(supportEmail && { supportEmail }),
    ...(supportPhone && { supportPhone }),
    ...(supportUrl && { supportUrl }),
  };
}
