/** Writes the bundles of the pages to `folder`, absolute or relative to the package. */
export function bundle(folder?: string): Promise<void>;
