import { describe, expect, it } from '@jest/globals';
import { html, inScript, ownMarkup } from './html.ts';

describe('markup', () => {
  it('shows untrusted text as text, between tags and in an attribute', () => {
    const foreign = `<a href="x" b='y'>&`;
    const text = '&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;';
    expect(html`<p title="${foreign}">${foreign}</p>`.text).toBe(`<p title="${text}">${text}</p>`);
  });

  it('escapes nothing twice, however deep it is nested', () => {
    const inner = html`<b>${'<1>'}</b>`;
    expect(html`<p>${inner}${html`<i>${inner}</i>`}</p>`.text).toBe('<p><b>&lt;1&gt;</b><i><b>&lt;1&gt;</b></i></p>');
  });

  it('joins lists, escapes their texts, and leaves out what is not there', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}</ul>${['&', 1]}${undefined}${null}${false}${''}${0}`.text).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li></ul>&amp;10',
    );
  });

  it('keeps our own markup, and data that cannot end its element', () => {
    const data = { text: '</script><!--\u2028' };
    const { text } = html`<style>${ownMarkup('a > b {}')}</style><script>${inScript(data)}</script>`;
    expect(text).toContain('<style>a > b {}</style>');
    const [, json = ''] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
    expect([JSON.parse(json), json.includes('<'), json.includes('\u2028')]).toEqual([data, false, false]);
  });
});
