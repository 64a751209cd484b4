import { parseSync, types } from '@babel/core';

/** One import of a file. `typeOnly` is true when compilation removes it completely. */
export type Import = { specifier: string; typeOnly: boolean };

/**
 * The facts of a file's text that the rules need. `hasHiddenImport`: only running it shows what it imports.
 * `latePackages`: the npm packages that it imports while it runs.
 */
type Parsed = {
  imports: Import[];
  hasHiddenImport: boolean;
  latePackages: string[];
  readsEnvironment: boolean;
  exportsDefault: boolean;
};

/** What was found in each text: several rules ask about the same file, and its tree is the larger part of the work. */
const known = new Map<string, Parsed>();

/** Reads the syntax tree, not the text: a path in a comment or a string is not an import. */
export function parse(path: string, text: string): Parsed {
  const key = `${path}\0${text}`;
  const before = known.get(key);
  if (before) return before;
  const found = factsOf(path, text);
  known.set(key, found);
  return found;
}

function factsOf(path: string, text: string): Parsed {
  const found: Parsed = {
    imports: [],
    hasHiddenImport: false,
    latePackages: [],
    readsEnvironment: false,
    exportsDefault: false,
  };
  types.traverseFast(syntaxTree(path, text), (node) => {
    if (!TOLD.has(node.type)) return;
    const imported = importOf(node);
    const isLate = types.isCallExpression(node) && types.isImport(node.callee);
    if (imported) found.imports.push(imported);
    else if (isLate) found.hasHiddenImport = true;
    if (imported && isLate && !/^(\.|node:)/.test(imported.specifier)) found.latePackages.push(imported.specifier);
    if (isEnvironment(node)) found.readsEnvironment = true;
    if (types.isExportDefaultDeclaration(node) || types.isTSExportAssignment(node)) found.exportsDefault = true;
  });
  return found;
}

/** Every name that a file declares or uses, without duplicates. Names in strings and comments are not included. */
export function namesIn(path: string, text: string): string[] {
  const names = new Set<string>();
  types.traverseFast(syntaxTree(path, text), (node) => {
    if (node.type === 'Identifier') names.add(node.name);
    if (node.type === 'PrivateName') names.add(node.id.name);
  });
  return [...names];
}

/** The types of the nodes that `factsOf` asks about: asking each node of a tree takes as long as parsing it. */
const TOLD = new Set<types.Node['type']>([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ExportDefaultDeclaration',
  'TSExportAssignment',
  'TSImportType',
  'CallExpression',
  'MemberExpression',
  'OptionalMemberExpression',
]);

function importOf(node: types.Node): Import | undefined {
  if (types.isImportDeclaration(node)) return { specifier: node.source.value, typeOnly: isTypeOnlyImport(node) };
  if (types.isExportNamedDeclaration(node) || types.isExportAllDeclaration(node))
    return named(node.source, node.exportKind === 'type');
  if (types.isTSImportType(node)) return named(node.argument, true);
  if (types.isCallExpression(node) && types.isImport(node.callee)) return named(node.arguments[0], false);
  return undefined;
}

function named(specifier: types.Node | null | undefined, typeOnly: boolean): Import | undefined {
  if (types.isStringLiteral(specifier)) return { specifier: specifier.value, typeOnly };
  const isText = types.isTemplateLiteral(specifier) && specifier.expressions.length === 0;
  return isText ? { specifier: specifier.quasis[0]?.value.cooked ?? '', typeOnly } : undefined;
}

function isTypeOnlyImport({ importKind, specifiers }: types.ImportDeclaration): boolean {
  if (importKind === 'type') return true;
  return specifiers.length > 0 && specifiers.every((one) => types.isImportSpecifier(one) && one.importKind === 'type');
}

/** `process.env`, `process['env']`, `Deno.env`, and `import { env } from 'node:process'`. */
function isEnvironment(node: types.Node): boolean {
  if (types.isMemberExpression(node) || types.isOptionalMemberExpression(node))
    return isNamedEnv(node.property) && types.isIdentifier(node.object) && /^(process|Deno)$/.test(node.object.name);
  if (!types.isImportDeclaration(node) || node.source.value !== 'node:process') return false;
  return node.specifiers.some((one) => types.isImportSpecifier(one) && isNamedEnv(one.imported));
}

function isNamedEnv(node: types.Node): boolean {
  return types.isIdentifier(node, { name: 'env' }) || types.isStringLiteral(node, { value: 'env' });
}

function syntaxTree(path: string, text: string): types.File {
  const tree = parseSync(text, {
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    // The compiler reports duplicate declarations; here only the syntax matters.
    parserOpts: {
      errorRecovery: true,
      plugins: [['typescript', { dts: path.endsWith('.d.ts') }], ...(path.endsWith('.tsx') ? (['jsx'] as const) : [])],
    },
  });
  if (!tree) throw new Error(`${path} could not be parsed.`);
  return tree;
}
