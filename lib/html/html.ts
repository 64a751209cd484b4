/**
 * Markup that is safe to send. `html` creates it and escapes every value that is not Markup. So no page can forget to
 * escape untrusted text, and nothing is escaped twice.
 *
 *     html`<h1>${name}</h1><ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`
 *
 * Use values only between tags or in quoted attributes, and `inScript` for data of a script. The caller must check the
 * URLs of links: escaping does not make `javascript:` URLs safe.
 */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type HtmlValue = string | number | Markup | readonly HtmlValue[] | null | undefined | false;

export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Markup {
  return new Markup(parts.reduce((text, part, at) => text + inMarkup(values[at - 1]) + part));
}

/** Marks text as Markup without escaping it: a style sheet or a script of `web/`. Never use it for untrusted text. */
export function ownMarkup(text: string): Markup {
  return new Markup(text);
}

/** JSON for a script element. `<` is escaped, so that the text cannot end the element. */
export function inScript(value: unknown): Markup {
  const json = JSON.stringify(value);
  return new Markup(json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'));
}

function inMarkup(value: HtmlValue): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(inMarkup).join('');
  return value === null || value === undefined || value === false ? '' : escapedHtml(String(value));
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? '');
}
