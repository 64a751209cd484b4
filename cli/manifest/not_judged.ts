/** The facts that `causeway manifest check` cannot check without a platform. */
export const NOT_JUDGED: readonly string[] = [
  'whether the destinations exist in the project',
  'whether the project has the OAuth app that a provider needs',
  'provider files that only the platform has',
  'whether an object that cannot be read is in an unchanged integration, which a deploy accepts with a warning',
  'the limits of the project, and what other deploys changed',
  'rules of single providers, such as the longest backfill of a calendar',
];
