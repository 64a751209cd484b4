import { element, lazyDetails, prose } from './element.mjs';
import { examplesOf, fieldView, resolve, schemaView, typeName } from './schema.mjs';
import { tryIt } from './try_it.mjs';

/**
 * One operation: a summary line, and below it the parameters, the answers, examples, and a form that calls it. A
 * webhook message has no form.
 */
export function operationView({ method, path, operation, parameters, servers, address, isMessage }, root) {
  const line = [
    element('span', { class: `method ${isMessage ? 'sent' : method}` }, isMessage ? 'SENT' : method.toUpperCase()),
    element('code', { class: 'path' }, path),
    element('span', { class: 'summary' }, operation.summary ?? ''),
  ];
  return lazyDetails({ id: address, class: 'operation' }, line, () => [
    isMessage ? messageMeta() : metaView(operation, servers, root),
    prose(operation.description),
    parametersView(parameters, root, isMessage ? 'Headers' : 'Parameters'),
    bodyView(operation, root),
    element('h4', {}, isMessage ? 'Your answer' : 'Answers'),
    ...Object.entries(operation.responses).map(([status, response]) => answerView(status, response, root)),
    isMessage ? undefined : tryIt({ method, path, operation, parameters, servers }, root),
  ]);
}

function metaView(operation, servers, root) {
  const name = element('code', {}, operation.operationId);
  return element('p', { class: 'meta' }, name, ' at ', servers[0].url, accessText(operation, root));
}

const messageMeta = () => element('p', { class: 'meta' }, 'POST to the URL of a destination, signed with its key');

function accessText(operation, root) {
  const schemes = (operation.security ?? root.security ?? []).flatMap((one) => Object.keys(one));
  return schemes.length > 0 ? ` · called with ${schemes.join(' or ')}` : ' · called without credentials';
}

function parametersView(parameters, root, title) {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(({ name, in: place, required, schema, description }) =>
    fieldView(
      {
        name: `${name} (${place})`,
        node: { ...resolve(schema, root).value, ...(description && { description }) },
        isRequired: required,
      },
      root,
    ),
  );
  return element('section', {}, element('h4', {}, title), ...rows);
}

function bodyView({ requestBody }, root) {
  if (!requestBody) return undefined;
  const { value } = resolve(requestBody, root);
  return element(
    'section',
    {},
    element('h4', {}, 'Body'),
    prose(value.description),
    ...contentViews(value.content, root),
  );
}

function answerView(status, response, root) {
  const { value } = resolve(response, root);
  const content = Object.entries(value.content ?? {});
  const head = [element('span', { class: 'status' }, status), ' ', value.description ?? ''];
  if (content.length === 0) return element('div', { class: 'answer' }, ...head);
  return lazyDetails({ class: 'answer' }, head, () => contentViews(value.content, root));
}

function contentViews(content = {}, root) {
  return Object.entries(content).map(([type, { schema, examples }]) =>
    element(
      'div',
      { class: 'content' },
      element('p', { class: 'meta' }, type, ' · ', typeName(schema, root)),
      ...examplesOf(examples, root).map(exampleView),
      schemaView(schema, root),
    ),
  );
}

function exampleView({ summary, value }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const title = summary ? `Example: ${summary}` : 'Example';
  return element(
    'figure',
    {},
    element('figcaption', {}, title),
    element('pre', { class: 'example', tabindex: '0' }, text),
  );
}
