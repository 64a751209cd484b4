import { posix } from 'node:path';
import { Marked, type MarkedToken, Renderer, type Token, type Tokens } from 'marked';
import { html, type Markup, ownMarkup } from '../../lib/html/html.ts';

/**
 * `path`: the document's path below docs/. `addressOf`: the address of a file of the repository; null when it is not
 * served.
 */
type GuidePlace = { path: string; addressOf: (file: string) => string | null };

/** Longer words must be broken on a phone. */
const LONG_WORDS = /(\S{21,})/;
const BETWEEN_PARTS = /(?<=[_./\]}=&])(?=[^_./\]}=&])/;

/**
 * Renders a document of docs/ as HTML. A heading has the same anchor as on GitHub. A link leads to the file on this
 * server; a link to a file that is not served is shown as text. HTML in the document is shown as text. The result needs
 * no script and no other style.
 */
export function guideMarkup(text: string, place: GuidePlace): Markup {
  const slugOf = makeSlugs();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const [slug, inner] = [slugOf(plainText(tokens)), ownMarkup(this.parser.parseInline(tokens))];
        return html`<h${depth} id="${slug}">${inner}</h${depth}>\n`.text;
      },
      link(token) {
        return linkMarkup(token, ownMarkup(this.parser.parseInline(token.tokens)), place).text;
      },
      // A block that scrolls must be reachable by keyboard.
      code: ({ text }) => html`<pre tabindex="0"><code>${text}</code></pre>`.text,
      table(token) {
        const table = ownMarkup(Renderer.prototype.table.call(this, token));
        return html`<div class="scroll" tabindex="0" role="group" aria-label="Table">${table}</div>`.text;
      },
      tablecell: ({ header, tokens }) => (header && tokens.length === 0 ? '<td></td>\n' : false),
      codespan: ({ text }) => codeMarkup(text).text,
      text: (token) => (isOurs(token) ? breakableText(token.text).text : false),
      image: ({ text }) => html`${text}`.text,
      html: ({ text }) => (/^<!--.*-->\s*$/s.test(text) ? '' : html`${text}`.text),
    },
  });
  return ownMarkup(marked.parse(text, { async: false }));
}

/**
 * A link around `inner`. If this server does not have the target: `inner`, and the path of the file if no text names
 * it.
 */
function linkMarkup({ href, raw, tokens }: Tokens.Link, inner: Markup, { path, addressOf }: GuidePlace): Markup {
  // A bare URL in the text is an example, so it gets no link.
  if (!raw.startsWith('[')) return inner;
  if (/^(https?:|#)/.test(href)) return html`<a href="${href}">${inner}</a>`;
  const [, target = '', fragment = ''] = /^([^#?]*)(.*)$/.exec(href) ?? [];
  const file = posix.join('docs', posix.dirname(path), target);
  const address = addressOf(file);
  const up = '../'.repeat(path.split('/').length);
  if (address !== null) return html`<a href="${up}${address}${fragment}">${inner}</a>`;
  return plainText(tokens).includes(file) ? inner : html`${inner} (${codeMarkup(file)})`;
}

/**
 * Tokens that this file renders: the library would not break long words, and would not escape text between HTML tags.
 */
function isOurs(token: Tokens.Text | Tokens.Escape): boolean {
  if ('tokens' in token && token.tokens) return false;
  return LONG_WORDS.test(token.text) || ('escaped' in token && token.escaped === true);
}

function codeMarkup(text: string): Markup {
  return html`<code>${breakableText(text)}</code>`;
}

/** Allows line breaks between the parts of a long name. */
function breakableText(text: string): Markup {
  const words = text.split(LONG_WORDS).map((word, at) => (at % 2 === 1 ? word.split(BETWEEN_PARTS) : [word]));
  return html`${words.map((parts) => parts.map((part, at) => (at > 0 ? html`<wbr>${part}` : part)))}`;
}

/** Makes anchors as GitHub does: letters, digits, `_` and `-`; a repeated anchor gets a number. */
function makeSlugs(): (heading: string) => string {
  const taken = new Set<string>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let unique = slug;
    for (let n = 1; taken.has(unique); n += 1) unique = `${slug}-${n}`;
    taken.add(unique);
    return unique;
  };
}

function plainText(tokens: readonly Token[]): string {
  return (tokens as readonly MarkedToken[])
    .map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? token.text : ''))
    .join('');
}
