/**
 * What can reach the network: modules of Node and undici, the files of lib/http that wrap them, and globals. A way that is
 * written differently (an alias, a namespace, a dynamic import, an export) is the same way.
 */
const MODULE = /^(node:)?(https?|http2|net|tls|dgram)$|^undici$|(^|\/)(outbound|origin_pools|dialer)\.ts$/;
const GLOBALS =
  /(?<![.\w])(?:fetch\s*\(|fetch\s*[;,)\]}]|new\s+(?:WebSocket|EventSource|XMLHttpRequest)\b)|\b(?:globalThis|global|self|window)\s*(?:\.\s*fetch\b|\[)|\b(?:createRequire|getBuiltinModule)\b/;
const IMPORT =
  /\b(?:import|export)\s+(?<types>type\s+)?(?<clause>[\w*{][^'";]*?)\s*from\s*['"](?<from>[^'"]+)['"]|\b(?:import|require)\s*\(\s*['"`](?<called>[^'"`]+)|\bimport\s+['"](?<bare>[^'"]+)/g;

/** The modules and globals by which this source could call a server past the door. */
export function networkAccess(source: string): string[] {
  const text = withoutComments(source);
  const modules = [...text.matchAll(IMPORT)].flatMap(({ groups = {} }) => {
    const name = groups['from'] ?? groups['called'] ?? groups['bare'] ?? '';
    if (groups['types'] !== undefined || !MODULE.test(name) || isTypesAlone(groups['clause'])) return [];
    return [name];
  });
  const globals = GLOBALS.exec(text);
  return [...modules, ...(globals ? [globals[0].replace(/\s*\W$/, '')] : [])];
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

/** `{ type A, type B }` */
function isTypesAlone(clause: string | undefined): boolean {
  const named = /^\{([^}]*)\}$/.exec(clause?.trim() ?? '')?.[1];
  const names =
    named
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean) ?? [];
  return names.length > 0 && names.every((name) => name.startsWith('type '));
}
