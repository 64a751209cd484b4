import { credentials } from './credentials.mjs';
import { element, lazyDetails } from './element.mjs';
import { exampleOf, examplesOf, resolve } from './schema.mjs';

/** A form that calls the operation on this server, with the credentials at the top of the page. */
export function tryIt({ method, path, operation, parameters, servers }, root) {
  return lazyDetails({ class: 'try' }, ['Try it'], () => {
    const inputs = parameters.map((parameter) => ({ parameter, input: inputOf(parameter, root) }));
    const body = bodyInput(operation, root);
    const answer = element('pre', { class: 'shown', hidden: true, tabindex: '0' });
    const send = async () => {
      answer.hidden = false;
      answer.textContent = 'Waiting for the answer …';
      answer.textContent = await call({ method, url: addressOf(path, servers, inputs), inputs, body }).catch(
        (error) => `The call failed: ${error.message}`,
      );
    };
    const rows = inputs.map(({ parameter, input }) =>
      element(
        'label',
        {},
        element('span', {}, `${parameter.name} (${parameter.in})`, parameter.required ? ' *' : ''),
        input,
      ),
    );
    const button = element('button', { type: 'button', onclick: send }, 'Send');
    return [
      ...rows,
      body ? element('label', {}, element('span', {}, body.type), body.input) : undefined,
      button,
      answer,
    ];
  });
}

function inputOf({ schema }, root) {
  const { value } = resolve(schema, root);
  if (!value.enum) return element('input', { autocomplete: 'off', spellcheck: 'false' });
  return element(
    'select',
    {},
    ['', ...value.enum].map((one) => element('option', { value: String(one) }, String(one))),
  );
}

function bodyInput({ requestBody }, root) {
  if (!requestBody) return undefined;
  const [[type, { schema, examples }] = ['application/json', {}]] = Object.entries(
    resolve(requestBody, root).value.content ?? {},
  );
  const [example] = examplesOf(examples, root);
  const value = example ? example.value : exampleOf(schema, root);
  const text = type.includes('json') ? JSON.stringify(value, null, 2) : '';
  return { type, input: element('textarea', { rows: '10', spellcheck: 'false' }, text) };
}

/** The URL of the operation on the server that shows this page, with the path parameters filled in. */
function addressOf(path, servers, inputs) {
  const valueOf = (name) =>
    inputs.find(({ parameter }) => parameter.in === 'path' && parameter.name === name)?.input.value;
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_all, name) => encodeURIComponent(valueOf(name) ?? ''));
  const url = new URL(servers[0].url.replace(/\/$/, '') + filled, location.origin);
  for (const { parameter, input } of inputs)
    if (parameter.in === 'query' && input.value !== '') url.searchParams.append(parameter.name, input.value);
  return url;
}

async function call({ method, url, inputs, body }) {
  const headers = credentials();
  for (const { parameter, input } of inputs)
    if (parameter.in === 'header' && input.value !== '') headers[parameter.name.toLowerCase()] = input.value;
  if (body) headers['content-type'] = body.type;
  const began = performance.now();
  const answer = await fetch(url, {
    method: method.toUpperCase(),
    headers,
    body: body?.input.value,
    credentials: 'omit',
  });
  const text = await answer.text();
  const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
  const took = Math.round(performance.now() - began);
  return [`${answer.status} ${answer.statusText} in ${took} ms`, ...lines, '', indented(text)].join('\n');
}

/** The indented JSON; the text unchanged when it is no JSON, or when indenting would change a number. */
function indented(text) {
  try {
    const value = JSON.parse(text);
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}
