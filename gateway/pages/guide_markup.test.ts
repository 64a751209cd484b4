import { describe, expect, it } from '@jest/globals';
import { guideMarkup } from './guide_markup.ts';

const SERVED: Record<string, string> = {
  'docs/lab.md': 'guides/lab.md',
  'docs/manifest.schema.json': 'v1/manifest.schema.json',
};
const markup = (text: string, path = 'guides/console.md') =>
  guideMarkup(text, { path, addressOf: (file) => SERVED[file] ?? null }).text.trim();

describe('guideMarkup', () => {
  it('leads to a served file from where the document is', () => {
    expect(markup('[the lab](../lab.md#keys)')).toBe('<p><a href="../../guides/lab.md#keys">the lab</a></p>');
    expect(markup('[the lab](lab.md)', 'x.md')).toBe('<p><a href="../guides/lab.md">the lab</a></p>');
    expect(markup('[schema](../manifest.schema.json)')).toContain('"../../v1/manifest.schema.json"');
    expect(markup('[below](#here), [site](https://a.example/?b&c)')).toBe(
      '<p><a href="#here">below</a>, <a href="https://a.example/?b&amp;c">site</a></p>',
    );
  });

  it('names a file that is not served, once', () => {
    expect(markup('[deploy](../../deploy/README.md)')).toBe('<p>deploy (<code>deploy/README.md</code>)</p>');
    expect(markup('[`deploy/x.yaml`](../../deploy/x.yaml)')).toBe('<p><code>deploy/x.yaml</code></p>');
  });

  it('follows no example address and no script', () => {
    expect(markup('It is https://acme.example/api or <https://b.example>.')).not.toContain('href');
    for (const href of ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x', '../../../etc/passwd'])
      expect([href, markup(`[x](${href})`).includes('<a')]).toEqual([href, false]);
    expect(markup('[x](https://a.example/"onclick="f)')).not.toContain('"onclick');
  });

  it('shows HTML as it is written, and leaves comments out', () => {
    expect(markup('a <img src=x onerror=f()> b')).toBe('<p>a &lt;img src=x onerror=f()&gt; b</p>');
    expect(markup('<script>f()</script>')).toBe('&lt;script&gt;f()&lt;/script&gt;');
    expect(markup('a <pre>1 < 2</pre> b')).toBe('<p>a &lt;pre&gt;1 &lt; 2&lt;/pre&gt; b</p>');
    expect(markup('<!-- made by gen:docs -->\n\ntext')).toBe('<p>text</p>');
    expect(markup('![a <b>](https://a.example/x.png)')).toBe('<p>a &lt;b&gt;</p>');
    expect(markup('```html\n<b onclick="f">\n```')).toContain('&lt;b onclick=&quot;f&quot;&gt;');
  });

  it('gives a heading the anchor that it has on GitHub', () => {
    const ids = (text: string) => [...markup(text).matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids("## Customers' tokens\n## `POST /x`, *now* & [then](lab.md)\n## 1. Größe_a–b")).toEqual([
      'customers-tokens',
      'post-x-now--then',
      '1-größe_ab',
    ]);
    expect(ids('## Same\n## Same\n## Same 1\n## Same')).toEqual(['same', 'same-1', 'same-1-1', 'same-2']);
  });

  it('breaks a long name between its parts only', () => {
    expect(markup('`CAUSEWAY_MAX_DAILY_UPLOADS`')).toBe(
      '<p><code>CAUSEWAY_<wbr>MAX_<wbr>DAILY_<wbr>UPLOADS</code></p>',
    );
    expect(markup('## destination.webhook.disabled')).toContain('>destination.<wbr>webhook.<wbr>disabled</h2>');
    expect(markup('It is as long as this sentence is.')).not.toContain('wbr');
    expect(markup('`a_b.c`')).toBe('<p><code>a_b.c</code></p>');
  });

  it('makes no header of an empty cell', () => {
    expect(markup('| | b |\n|---|---|\n| c | d |')).toMatch(/<tr>\s*<td><\/td>\s*<th>b<\/th>/);
  });

  it('lets code and tables scroll, within reach of the keyboard', () => {
    expect(markup('```sh\nnpm start\n```')).toBe('<pre tabindex="0"><code>npm start</code></pre>');
    expect(markup('| a |\n|---|\n| `b` |')).toMatch(
      /^<div class="scroll" tabindex="0".*<table>[\s\S]*<\/table>\s*<\/div>$/,
    );
  });
});
