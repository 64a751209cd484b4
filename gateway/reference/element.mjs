/**
 * A DOM element with attributes and children. Text becomes a text node, never markup, so nothing of the document or of an
 * answer can run. `on…` attributes are event listeners; undefined children are left out.
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

/** A description: `code` between backticks is all the markup that ours use. */
export function prose(text) {
  if (!text) return undefined;
  const parts = text.split(/`([^`]+)`/);
  return element('p', { class: 'prose' }, ...parts.map((part, at) => (at % 2 ? element('code', {}, part) : part)));
}

/** A fold that makes its content when it is first opened: 100 operations, and schemas that contain themselves. */
export function fold(attributes, summary, makeContent) {
  const made = element('details', attributes, element('summary', {}, ...summary));
  made.addEventListener('toggle', () => made.append(...[makeContent()].flat().filter(Boolean)), { once: true });
  return made;
}
