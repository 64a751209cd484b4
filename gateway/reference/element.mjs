/**
 * Makes a DOM element with attributes and children. A text becomes a text node, never markup, so no text of the
 * document or of an answer can run as a script. `on…` attributes are event listeners; undefined children are left out.
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== ''));
  return made;
}

/** A description as a paragraph. The only markup in our descriptions is `code` between backticks. */
export function prose(text) {
  if (!text) return undefined;
  const parts = text.split(/`([^`]+)`/);
  return element('p', { class: 'prose' }, ...parts.map((part, at) => (at % 2 ? element('code', {}, part) : part)));
}

/**
 * A `details` element that makes its content when it is first opened, because there are 100 operations and recursive
 * schemas.
 */
export function lazyDetails(attributes, summary, makeContent) {
  const made = element('details', attributes, element('summary', {}, ...summary));
  made.addEventListener('toggle', () => made.append(...[makeContent()].flat().filter(Boolean)), { once: true });
  return made;
}
