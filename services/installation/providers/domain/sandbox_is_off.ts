/** What to do about a sandbox provider where the operator has turned them off. */
export const SANDBOX_IS_OFF =
  'Sandbox providers are for development. The operator turns them on with CAUSEWAY_SANDBOX=1.';
