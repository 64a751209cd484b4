/**
 * Why an object that a provider file can't write is remarked on, and what to do. One place: a deploy, an installation
 * and `manifest check` say the same words.
 */
export function unwritableObject(displayName: string, objectName: string): { message: string; suggestion: string } {
  return {
    message: `Causeway can't write ${objectName} of ${displayName}: its provider file does not say how. A write of it is refused.`,
    suggestion: 'Remove the object from `write`, or add `write` to the provider file.',
  };
}
