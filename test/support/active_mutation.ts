/**
 * The global variable with the name of the active mutation in this process (test/mutations/weave.mjs); undefined for
 * none.
 */
const flagged = globalThis as { causewayMutation?: string | undefined };

export function isMutated(): boolean {
  return flagged.causewayMutation !== undefined;
}

export function activeMutation(): string | undefined {
  return flagged.causewayMutation;
}

/**
 * Activates a mutation. Throws Error while another one is active: with two, a failing test proves nothing about either.
 */
export function activate(name: string): void {
  if (isMutated()) throw new Error(`The mutation "${flagged.causewayMutation}" is still active.`);
  flagged.causewayMutation = name;
}

export function deactivate(): void {
  delete flagged.causewayMutation;
}
