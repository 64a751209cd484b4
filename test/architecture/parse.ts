import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as TypeScript from '../tools/node_modules/typescript/lib/typescript.js';
import { ensureTools } from '../support/tools.ts';

/** The compiler lives with the heavy tools: the build only strips types (docs/adr/0010). */
const ts = createRequire(join(ensureTools(), 'package.json'))('typescript') as typeof TypeScript;

/** One import of a file. `typeOnly` is true when nothing of it is left after compilation. */
export type Import = { specifier: string; typeOnly: boolean };

/** What the rules need to know of a file's text. */
export type Parsed = { imports: Import[]; readsEnvironment: boolean; exportsDefault: boolean };

/** Reads the syntax tree, not the text: a path in a comment or a string is not an import. */
export function parse(path: string, text: string): Parsed {
  const found: Parsed = { imports: [], readsEnvironment: false, exportsDefault: false };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), found);
  return found;
}

function visit(node: TypeScript.Node, found: Parsed): void {
  const imported = importOf(node);
  if (imported) found.imports.push(imported);
  if (isEnvironment(node)) found.readsEnvironment = true;
  if (ts.isExportAssignment(node) || isDefaultModifier(node)) found.exportsDefault = true;
  ts.forEachChild(node, (child) => visit(child, found));
}

function importOf(node: TypeScript.Node): Import | undefined {
  if (ts.isImportDeclaration(node)) return named(node.moduleSpecifier, isTypeOnlyClause(node.importClause));
  if (ts.isExportDeclaration(node)) return named(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return named(node.argument.literal, true);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return named(node.arguments[0], false);
  return undefined;
}

function named(specifier: TypeScript.Node | undefined, typeOnly: boolean): Import | undefined {
  return specifier && ts.isStringLiteralLike(specifier) ? { specifier: specifier.text, typeOnly } : undefined;
}

function isTypeOnlyClause(clause: TypeScript.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  return (
    !clause.name &&
    !!bindings &&
    ts.isNamedImports(bindings) &&
    bindings.elements.every((element) => element.isTypeOnly)
  );
}

/** `process.env`, `process['env']`, `Deno.env`, and `import { env } from 'node:process'`. */
function isEnvironment(node: TypeScript.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'env' && isRuntime(node.expression);
  if (ts.isElementAccessExpression(node))
    return node.argumentExpression.getText() === "'env'" && isRuntime(node.expression);
  if (!ts.isImportSpecifier(node)) return false;
  const from = node.parent.parent.parent.moduleSpecifier;
  return ts.isStringLiteral(from) && from.text === 'node:process' && (node.propertyName ?? node.name).text === 'env';
}

function isRuntime(node: TypeScript.Node): boolean {
  return ts.isIdentifier(node) && (node.text === 'process' || node.text === 'Deno');
}

function isDefaultModifier(node: TypeScript.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    !!ts.getModifiers(node)?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword)
  );
}
