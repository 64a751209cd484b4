/** The name of the mutation that is active in this process (test/mutations/weave.mjs); undefined for none. */
const flagged = globalThis as { causewayMutation?: string | undefined };

export function isMutated(): boolean {
  return flagged.causewayMutation !== undefined;
}

export function activeMutation(): string | undefined {
  return flagged.causewayMutation;
}

/** Throws Error while another mutation is active: with two at a time a failing test proves nothing about either. */
export function activate(name: string): void {
  if (isMutated()) throw new Error(`The mutation "${flagged.causewayMutation}" is still active.`);
  flagged.causewayMutation = name;
}

export function deactivate(): void {
  delete flagged.causewayMutation;
}
