// Weaves mutations into a source text: the mutated code is inserted beside the original, and a flag selects between
// them at run time. One module contains both, production source contains no switch, and a suite switches without
// reloading.
//
//     const since = from - overlapMs;          the source
//     find: overlapMs  replace: '0'            the change
//     const since = from - (globalThis.causewayMutation === 'overlap' ? (0) : (overlapMs));
//
// Each change wraps the smallest suitable syntax node around the found text: an expression, else a statement, else the
// enclosing block. Nodes are nested or disjoint, so any number of mutations fit into one file. The mutated variant is
// printed on one line, so that line numbers in stack traces do not change.
import { parseSync, transformFromAstSync, types } from '@babel/core';
import { FLAG } from './flag.mjs';

const BABEL = { configFile: false, babelrc: false };
/**
 * A fragment may contain `return`, `break` or `await` without its function or loop; the woven text is parsed again,
 * strictly.
 */
const FRAGMENT = {
  plugins: ['typescript'],
  errorRecovery: true,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
};

export class Misfit extends Error {}

/**
 * `changes`: `{ mutation, find, replace }`, all for this file. Returns the woven text. Throws Misfit with the
 * mutation's name when a text does not occur exactly once, or has no node that can be wrapped.
 */
export function weave(text, changes, file) {
  if (changes.length === 0) return text;
  const tree = parseSync(text, { ...BABEL, parserOpts: { plugins: ['typescript'] } });
  const places = changes.map((change) => placeOf(change, { text, tree, file }));
  const woven = writeRange(text, { start: 0, end: text.length }, sitesOf(places), places);
  const names = [...new Set(changes.map(({ mutation }) => `"${mutation}"`))];
  readable(() => parseSync(woven, { ...BABEL, parserOpts: { plugins: ['typescript'] } }), `One of ${names} in ${file}`);
  return woven;
}

function placeOf(change, { text, tree, file }) {
  const at = text.indexOf(change.find);
  const where = `Mutation "${change.mutation}" in ${file}: the text "${change.find}"`;
  if (at < 0) throw new Misfit(`${where} is not there. Adapt the mutation to the source.`);
  if (text.indexOf(change.find, at + 1) >= 0) throw new Misfit(`${where} is there more than once. Give more of it.`);
  const found = { start: at, end: at + change.find.length };
  const site = siteAround(tree.program, found);
  if (!site) throw new Misfit(`${where} is in no function, so it runs before any test can set the flag.`);
  return { ...change, file, at: found, site };
}

function readable(parse, what) {
  try {
    return parse();
  } catch (error) {
    throw new Misfit(`${what}: the mutated code is no TypeScript: ${error.message}`);
  }
}

/** The smallest node that can be wrapped, as `{ start, end, kind }`. */
function siteAround(program, range) {
  const ancestry = ancestryOf(program, range);
  for (let depth = ancestry.length - 1; depth > 0; depth -= 1) {
    if (!ancestry.slice(0, depth).some(({ node }) => types.isFunction(node))) return null;
    const kind = kindOf(ancestry[depth], ancestry[depth - 1].node, ancestry[depth - 2]?.node);
    if (kind) return { start: ancestry[depth].node.start, end: ancestry[depth].node.end, kind };
  }
  return null;
}

/** The nodes from the program down to the smallest one around the range, each with its key in its parent. */
function ancestryOf(program, range) {
  const ancestry = [{ node: program, key: '' }];
  for (;;) {
    const { node } = ancestry.at(-1);
    const inner = childrenOf(node).find((one) => one.node.start <= range.start && one.node.end >= range.end);
    if (!inner) return ancestry;
    ancestry.push(inner);
  }
}

function childrenOf(node) {
  const keys = types.VISITOR_KEYS[node.type] ?? [];
  return keys.flatMap((key) => [node[key]].flat().flatMap((child) => (child ? [{ node: child, key }] : [])));
}

function kindOf({ node, key }, parent, grandparent) {
  if (types.isBlockStatement(node)) return 'block';
  if (types.isStatement(node) && !types.isDeclaration(node)) return 'statement';
  return types.isExpression(node) && isValue(node, key, parent, grandparent) ? 'expression' : null;
}

const TYPED_VALUES = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];
const NAMES = ['id', 'params', 'param', 'label', 'local', 'imported', 'exported', 'source', 'tag', 'quasi'];

/** False for names, targets of an assignment, types, and a method that is called: `a.b` in `a.b()`. */
function isValue(node, key, parent, grandparent) {
  if (parent.type.startsWith('TS') && !TYPED_VALUES.includes(parent.type)) return false;
  if (NAMES.includes(key) || ['Super', 'Import'].includes(node.type)) return false;
  if (['key', 'property'].includes(key) && !parent.computed) return false;
  if (key === 'callee' && types.isMemberExpression(node)) return false;
  if (types.isOptionalMemberExpression(node) || types.isOptionalCallExpression(node))
    if (['object', 'callee'].includes(key)) return false;
  return !isTarget(key, parent, grandparent);
}

function isTarget(key, parent, grandparent) {
  if (key === 'left') return types.isAssignmentExpression(parent) || types.isForXStatement(parent) || isPattern(parent);
  if (key === 'argument') return types.isUpdateExpression(parent) || types.isRestElement(parent) || isDelete(parent);
  if (key === 'value') return parent.shorthand === true || types.isObjectPattern(grandparent);
  return key === 'elements' && isPattern(parent);
}

const isPattern = (node) => types.isPattern(node);
const isDelete = (node) => node.type === 'UnaryExpression' && node.operator === 'delete';

/** The distinct nodes to wrap, outer ones first. */
function sitesOf(places) {
  const byRange = new Map(places.map(({ site }) => [`${site.start}:${site.end}`, site]));
  return [...byRange.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The text of a range with all its sites wrapped. */
function writeRange(text, range, sites, places) {
  let written = '';
  let from = range.start;
  for (const site of sites) {
    if (site.start < from || site.end > range.end) continue; // inside a site that is already written
    const inner = sites.filter((one) => one !== site && isInside(one, site));
    written += text.slice(from, site.start) + wrapped(text, site, inner, places);
    from = site.end;
  }
  return written + text.slice(from, range.end);
}

function wrapped(text, site, inner, places) {
  const original = writeRange(text, site, inner, places);
  const names = new Set(places.filter((place) => isSame(place.site, site)).map(({ mutation }) => mutation));
  const variants = [...names].map((name) => ({ name, code: variantOf(text, site, name, places) }));
  if (site.kind === 'expression')
    return `(${variants.map(({ name, code }) => `${asked(name)} ? (${code}) : `).join('')}(${original}))`;
  return `{ ${variants.map(({ name, code }) => `if (${asked(name)}) { ${code} } else `).join('')}{ ${original} } }`;
}

/** The code of a site while the mutation is active, with all its changes applied. */
function variantOf(text, site, mutation, places) {
  const own = places.filter((place) => place.mutation === mutation && isInside(place.at, site));
  const changed = own
    .sort((a, b) => b.at.start - a.at.start)
    .reduce(
      (code, { at, replace }) => {
        const [start, end] = [at.start - site.start, at.end - site.start];
        return code.slice(0, start) + replace + code.slice(end);
      },
      text.slice(site.start, site.end),
    );
  const code = site.kind === 'expression' ? `(${changed}\n)` : changed;
  return readable(() => onOneLine(code, site.kind), `Mutation "${mutation}" in ${own[0].file}`);
}

function onOneLine(code, kind) {
  const tree = parseSync(code, { ...BABEL, parserOpts: FRAGMENT });
  const printed = transformFromAstSync(tree, undefined, { ...BABEL, compact: true, comments: false });
  return kind === 'expression' ? printed.code.replace(/;$/, '') : printed.code;
}

const asked = (name) => `globalThis.${FLAG} === '${name}'`;
const isInside = (inner, outer) => inner.start >= outer.start && inner.end <= outer.end;
const isSame = (a, b) => a.start === b.start && a.end === b.end;
