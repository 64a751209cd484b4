import { type Document, operationsOf } from '../../../gateway/contract/document.ts';

/**
 * The public document in a form by which Prism can route. Prism looks only at the path, so the base URL of each
 * operation becomes part of its path. If two paths match, such as `{connectionId}` and `{connectionId}:oauth-update`,
 * Prism uses the later one.
 */
export function prismDocument(document: Document): object {
  const bases = new Map(operationsOf(document).map(({ path, base }) => [path, base === '/' ? '' : base]));
  const paths = Object.entries(document.paths)
    .toSorted(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')))
    .map(([path, { servers: _servers, ...item }]) => [`${bases.get(path) ?? ''}${path}`, item] as const);
  return { ...document, servers: [{ url: '/' }], paths: Object.fromEntries(paths) };
}

/** The document with CAUSEWAY_AUTH_COMPAT=1: some operations accept Bearer in addition to the declared scheme. */
export function withAuthCompat(document: Document): Document {
  const changed = structuredClone(document);
  for (const { path, method, access } of operationsOf(changed))
    if (access.authCompat) changed.paths[path]?.[method]?.security?.push({ Bearer: [] });
  return changed;
}
