import { type Check, checkLine } from './check.ts';

/** The rights that the statements and the migrations of a service need. */
const NEEDED = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'CREATE', 'ALTER', 'DROP', 'INDEX'];
/** A schema that every server has. A user with rights on this schema has rights on all. */
const FOREIGN = 'mysql';

/** `pattern`: the schemas of the grant. `*` means all; `_` and `%` are wildcards unless escaped. */
type Grant = { rights: string[]; pattern: string };

/**
 * Checks that the user may change the tables of its schema, and has no rights on other schemas.
 *
 * @param statements the output of SHOW GRANTS; they may contain the hash of a password, so they are never shown
 */
export function checkGrants(of: string, schema: string, statements: readonly string[]): Check {
  const line = checkLine('rights', of);
  const grants = statements.flatMap(parseGrant);
  const given = new Set(grants.filter(({ pattern }) => matches(pattern, schema)).flatMap(({ rights }) => rights));
  const missing = given.has('ALL PRIVILEGES') ? [] : NEEDED.filter((right) => !given.has(right));
  const todo = `GRANT ${missing.join(', ')} ON \`${schema}\`.* TO the user of this address.`;
  if (missing.length > 0 && statements.some(isRole))
    return line.notChecked(`The user has a role, and the server does not say what it grants.`, todo);
  if (missing.length > 0) return line.error(`The user may not ${missing.join(', ')} in the schema ${schema}.`, todo);
  if (grants.some(({ pattern }) => matches(pattern, FOREIGN)))
    return line.warning(
      'The user has rights on every schema of the server.',
      `Use a user that has rights on \`${schema}\`.* only (deploy/compose_schemas.sql).`,
    );
  return line.ok(`all that is needed in the schema ${schema}, and none on the whole server`);
}

/** Empty for a role, for USAGE (which grants no right), and for a grant on a single table or a routine. */
function parseGrant(statement: string): Grant[] {
  const [, list = '', target = ''] = /^GRANT (.+?) ON (\S+)\.\* TO /.exec(statement) ?? [];
  const rights = list.split(',').map((right) => right.trim().toUpperCase());
  if (target === '' || rights.every((right) => right === 'USAGE' || right === '')) return [];
  return [{ rights, pattern: target.replaceAll('`', '') }];
}

function isRole(statement: string): boolean {
  return /^GRANT \S+ TO /.test(statement);
}

function matches(pattern: string, schema: string): boolean {
  if (pattern === '*') return true;
  const source = pattern.replace(/\\([_%])|([_%])|([^\w])/g, (_all, escaped, wildcard, special) => {
    if (escaped) return escaped;
    if (wildcard) return wildcard === '_' ? '.' : '.*';
    return `\\${special}`;
  });
  return new RegExp(`^${source}$`).test(schema);
}
