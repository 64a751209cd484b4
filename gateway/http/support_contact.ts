/** How callers reach the operator of this deployment; named in every problem. Empty texts are left out. */
export type Support = { supportEmail: string; supportPhone: string; supportUrl: string };

/** The members that are set. */
export function supportMembers({ supportEmail, supportPhone, supportUrl }: Support): Partial<Support> {
  return {
    ...(supportEmail && { supportEmail }),
    ...(supportPhone && { supportPhone }),
    ...(supportUrl && { supportUrl }),
  };
}
