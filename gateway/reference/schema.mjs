import { element, lazyDetails, prose } from './element.mjs';

/** The target of a `$ref` and its name. A node without `$ref` is its own target and has no name. */
export function resolve(node, root) {
  if (!node?.$ref) return { name: undefined, value: node ?? {} };
  const path = node.$ref.replace('#/', '').split('/');
  const target = path.reduce((at, key) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], root);
  return { name: path.at(-1), value: { ...target, ...(node.description && { description: node.description }) } };
}

/** The type of a schema as text: `string (uuid)`, `array of Topic`, `"a" | "b"`, `"a" | "b" | others later`. */
export function typeName(node, root) {
  const { name, value } = resolve(node, root);
  if (value.enum) return value.enum.map((one) => JSON.stringify(one)).join(' | ');
  const known = value['x-extensible-enum'];
  if (known) return [...known.map((one) => JSON.stringify(one)), 'others later'].join(' | ');
  if ('const' in value) return JSON.stringify(value.const);
  if (value.type === 'array') return `array of ${typeName(value.items, root)}`;
  if (name && (value.properties || value.oneOf || value.anyOf || value.allOf)) return name;
  const type = [value.type ?? (value.properties || value.allOf ? 'object' : 'any')].flat().join(' | ');
  return value.format ? `${type} (${value.format})` : type;
}

const LIMITS = ['default', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'];

/** The limits of a value as text, such as `maxLength: 191`. */
function limits(value) {
  const told = LIMITS.filter((key) => value[key] !== undefined).map((key) => `${key}: ${JSON.stringify(value[key])}`);
  return told.length > 0 ? element('span', { class: 'limits' }, told.join(', ')) : undefined;
}

/** The fields of an object, the items of an array or the alternatives of a choice, each in its own `details` element. */
export function schemaView(node, root) {
  const { value } = resolve(node, root);
  if (value.type === 'array') return schemaView(value.items, root);
  const rows = Object.entries(value.properties ?? {}).map(([name, field]) =>
    fieldView({ name, node: field, isRequired: value.required?.includes(name) ?? false }, root),
  );
  const forms = ['oneOf', 'anyOf', 'allOf'].flatMap((kind) =>
    (value[kind] ?? []).map((form, at) =>
      fieldView({ name: kind === 'allOf' ? `part ${at + 1}` : `form ${at + 1}`, node: form }, root),
    ),
  );
  const more = typeof value.additionalProperties === 'object' && Object.keys(value.additionalProperties).length > 0;
  const others = more ? [fieldView({ name: '(any other name)', node: value.additionalProperties }, root)] : [];
  const fields = [...rows, ...forms, ...others];
  if (fields.length === 0) return element('p', { class: 'leaf' }, typeName(node, root), ' ', limits(value));
  return element('div', { class: 'fields' }, ...fields);
}

export function fieldView({ name, node, isRequired = false }, root) {
  const { value } = resolve(node, root);
  const head = [
    element('code', { class: 'name' }, name),
    ' ',
    element('span', { class: 'type' }, typeName(node, root)),
    isRequired ? element('span', { class: 'required' }, ' required') : undefined,
    value.deprecated ? element('span', { class: 'required' }, ' deprecated') : undefined,
    ' ',
    limits(value),
  ];
  const text = prose(value.description);
  if (!hasInside(value, root)) return element('div', { class: 'field' }, ...head, text);
  return element(
    'div',
    { class: 'field' },
    lazyDetails({}, head.filter(Boolean), () => schemaView(node, root)),
    text,
  );
}

function hasInside(value, root) {
  if (value.type === 'array') return hasInside(resolve(value.items, root).value, root);
  return (
    ['properties', 'oneOf', 'anyOf', 'allOf'].some((key) => value[key]) || Boolean(value.additionalProperties?.type)
  );
}

/** The examples of a body, with their summaries. */
export function examplesOf(examples, root) {
  return Object.values(examples ?? {}).map((one) => resolve(one, root).value);
}

/** A first value of a body: the document's example, or a value made from types and required fields. */
export function exampleOf(node, root, depth = 0) {
  const { value } = resolve(node, root);
  if (value.example !== undefined) return value.example;
  if (value.examples?.length) return value.examples[0];
  if (value.default !== undefined) return value.default;
  if ('const' in value) return value.const;
  if (value.enum) return value.enum[0];
  const choice = value.oneOf ?? value.anyOf;
  if (choice) return exampleOf(choice[0], root, depth);
  if (value.allOf) return Object.assign({}, ...value.allOf.map((part) => exampleOf(part, root, depth)));
  const [type] = [value.type].flat();
  if (type === 'array') return depth > 4 ? [] : [exampleOf(value.items, root, depth + 1)];
  if (type === 'integer' || type === 'number') return value.minimum ?? 0;
  if (type === 'boolean') return false;
  if (type === 'string') return '';
  const wanted = Object.entries(value.properties ?? {}).filter(
    ([name]) => depth === 0 || value.required?.includes(name),
  );
  return depth > 4 ? {} : Object.fromEntries(wanted.map(([name, field]) => [name, exampleOf(field, root, depth + 1)]));
}
