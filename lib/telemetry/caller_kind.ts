export type CallerKind = 'apiKey' | 'builder' | 'customer' | 'system' | 'anonymous';

const KIND_OF_PREFIX: readonly (readonly [prefix: string, kind: CallerKind])[] = [
  ['api-key:', 'apiKey'],
  ['builder:', 'builder'],
  ['consumer:', 'customer'],
  ['system:', 'system'],
];

/** The kind of a principal. Logs hold the kind, never the id. */
export function callerKind(principal: string): CallerKind {
  for (const [prefix, kind] of KIND_OF_PREFIX) if (principal.startsWith(prefix)) return kind;
  return 'anonymous';
}
