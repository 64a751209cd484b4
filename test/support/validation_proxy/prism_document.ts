import { type Document, operationsOf } from '../../../gateway/http/document.ts';

/**
 * The public document as Prism can route by it. It looks at the path alone, so the base of each operation becomes part of
 * its path; and of two paths that match, such as `{connectionId}` and `{connectionId}:oauth-update`, it takes the later.
 */
export function prismDocument(document: Document): object {
  const bases = new Map(operationsOf(document).map(({ path, base }) => [path, base === '/' ? '' : base]));
  const paths = Object.entries(document.paths)
    .toSorted(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')))
    .map(([path, { servers: _servers, ...item }]) => [`${bases.get(path) ?? ''}${path}`, item] as const);
  return { ...document, servers: [{ url: '/' }], paths: Object.fromEntries(paths) };
}

/** What the document means under CAUSEWAY_AUTH_COMPAT=1: some operations take Bearer besides the scheme they declare. */
export function withAuthCompat(document: Document): Document {
  const changed = structuredClone(document);
  for (const { path, method, access } of operationsOf(changed))
    if (access.authCompat) changed.paths[path]?.[method]?.security?.push({ Bearer: [] });
  return changed;
}
