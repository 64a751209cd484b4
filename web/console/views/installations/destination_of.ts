type Config = Readonly<Record<string, unknown>>;
type Manifest = { read?: { objects?: readonly { objectName: string; destination: string }[] } };

/**
 * The name of the destination of an object: as the config says, else as the manifest says; empty where it is not known.
 * `objectName`: the provider's name.
 */
export function destinationOf(objectName: string | undefined, config: Config, manifest: Manifest | undefined): string {
  if (!objectName) return '';
  const { objects = {} } = (config['read'] ?? {}) as { objects?: Record<string, { destination?: string }> };
  const own = Object.hasOwn(objects, objectName) ? objects[objectName]?.destination : undefined;
  return own || (manifest?.read?.objects?.find((one) => one.objectName === objectName)?.destination ?? '');
}
