import { type Document, operationsOf } from '../../../gateway/contract/document.ts';

/**
 * The public document, changed so that Prism can route by it. Prism looks only at the path, so the base URL of each
 * operation becomes part of its path. If two paths match, such as `{connectionId}` and `{connectionId}:oauth-update`,
 * Prism takes the later.
 */
export function prismDocument(document: Document): object {
  const bases = new Map(operationsOf(document).map(({ path, base }) => [path, base === '/' ? '' : base]));
  const paths = Object.entries(document.paths)
    .toSorted(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')))
    .map(([path, { servers: _servers, ...item }]) => [`${bases.get(path) ?? ''}${path}`, item] as const);
  return { ...document, servers: [{ url: '/' }], paths: Object.fromEntries(paths) };
}

/** The document's meaning under CAUSEWAY_AUTH_COMPAT=1: some operations accept Bearer besides the declared scheme. */
export function withAuthCompat(document: Document): Document {
  const changed = structuredClone(document);
  for (const { path, method, access } of operationsOf(changed))
    if (access.authCompat) changed.paths[path]?.[method]?.security?.push({ Bearer: [] });
  return changed;
}
