import { credentialsView } from './credentials.mjs';
import { element, prose } from './element.mjs';
import { operationView } from './operation.mjs';
import { resolve } from './schema.mjs';

const DOCUMENT = 'v1/openapi.json';
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

const place = document.getElementById('reference');
try {
  // The URL is relative to the page, not to this module: only the page's URL has a reverse proxy's path prefix.
  const answer = await fetch(new URL(DOCUMENT, document.baseURI));
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  place.replaceChildren(...view(await answer.json()));
  openLinked();
  addEventListener('hashchange', openLinked);
} catch (error) {
  place.replaceChildren(
    element('p', { role: 'alert' }, `The document could not be read: ${error.message}. Reload the page.`),
  );
}

function view(root) {
  const operations = [...operationsOf(root), ...messagesOf(root)];
  const sections = root.tags.map((tag) => ({ tag, own: operations.filter(({ tags }) => tags.includes(tag.name)) }));
  return [nav(sections), element('main', {}, ...head(root), ...sections.map((section) => sectionView(section, root)))];
}

function head(root) {
  return [
    element(
      'h1',
      {},
      root.info.title,
      ' ',
      element('small', {}, `API ${root.info.version}, Causeway ${place.dataset.causewayVersion}`),
    ),
    prose(root.info.description),
    element('p', {}, element('a', { href: DOCUMENT }, 'The document itself')),
    mainJob(root),
    credentialsView(),
  ];
}

/** The steps that nearly every reader looks for, above the list of all operations. */
function mainJob(root) {
  const operations = operationsOf(root);
  const steps = (root['x-main-job'] ?? []).map(({ step, operationId }) => {
    const { address } = operations.find(({ operation }) => operation.operationId === operationId) ?? {};
    return element('li', {}, `${step} `, element('a', { href: `#${address}` }, operationId));
  });
  const heading = element('h2', {}, 'From an account to your webhook');
  return element('section', { class: 'job' }, heading, element('ol', {}, ...steps));
}

/**
 * All operations, each with the parameters of its path. The anchors must not change, because other pages link to them.
 */
function operationsOf(root) {
  return Object.entries(root.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const operation = item[method];
      const tags = operation.tags ?? [];
      return {
        method,
        path,
        operation,
        tags,
        address: `/${tags[0]}/${operation.operationId}`,
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
          (one) => resolve(one, root).value,
        ),
        servers: operation.servers ?? item.servers ?? root.servers,
      };
    }),
  );
}

/** The webhook messages that the server sends, each as a POST to the builder's URL. */
function messagesOf(root) {
  return Object.entries(root.webhooks ?? {}).map(([path, { post, parameters = [] }]) => ({
    method: 'post',
    path,
    operation: { ...post, operationId: path },
    tags: post.tags ?? [],
    address: `/${post.tags?.[0]}/${path}`,
    parameters: parameters.map((one) => resolve(one, root).value),
    isMessage: true,
  }));
}

function sectionView({ tag, own }, root) {
  const heading = element('h2', { id: `/${tag.name}` }, tag.name);
  return element('section', {}, heading, prose(tag.description), ...own.map((one) => operationView(one, root)));
}

function nav(sections) {
  const links = sections.map(({ tag, own }) =>
    element(
      'li',
      {},
      element('a', { href: `#/${tag.name}` }, tag.name),
      element(
        'ul',
        {},
        ...own.map(({ address, operation }) =>
          element('li', {}, element('a', { href: `#${address}` }, operation.operationId)),
        ),
      ),
    ),
  );
  const filter = element('input', {
    type: 'search',
    placeholder: 'Find an operation',
    'aria-label': 'Find an operation',
  });
  const list = element('ul', {}, ...links);
  filter.addEventListener('input', () => narrow(list, filter.value.trim().toLowerCase()));
  return element('nav', {}, filter, list);
}

function narrow(list, text) {
  for (const entry of list.querySelectorAll('li li')) entry.hidden = !entry.textContent.toLowerCase().includes(text);
}

function openLinked() {
  const linked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!linked) return;
  if (linked instanceof HTMLDetailsElement) linked.open = true;
  linked.scrollIntoView();
}
