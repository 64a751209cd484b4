/**
 * The warning about an object that the provider file can't write. It is in one place, so that a deploy, an installation
 * and `manifest check` have the same text.
 */
export function unwritableObject(displayName: string, objectName: string): { message: string; suggestion: string } {
  return {
    message: `Causeway can't write ${objectName} of ${displayName}: its provider file does not say how. A write of it is refused.`,
    suggestion: 'Remove the object from `write`, or add `write` to the provider file.',
  };
}
