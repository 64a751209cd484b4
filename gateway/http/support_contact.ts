/**
 * How callers reach the operator of this deployment. Every problem contains these members; an empty one is left out.
 */
export type Support = { supportEmail: string; supportPhone: string; supportUrl: string };

/** The members that are not empty. */
export function supportMembers({ supportEmail, supportPhone, supportUrl }: Support): Partial<Support> {
  return {
    ...(supportEmail && { supportEmail }),
    ...(supportPhone && { supportPhone }),
    ...(supportUrl && { supportUrl }),
  };
}
