import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { html as markup } from '../../lib/html/html.ts';
import { htmlPage } from './html_page.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const asset = (file: string) => readFileSync(`web/${file}`, 'utf8');

describe('a page of ours', () => {
  it('lets the style sheet and its own script run, and nothing else', () => {
    const { html, policy } = htmlPage({ title: 'T', body: markup`<p>x</p>`, script: 'callback.mjs', outcome: {} });
    expect(html).toContain(`<style>${asset('palette.css')}${asset('style.css')}</style>`);
    expect(html).toContain(`<script type="module">${asset('callback.mjs')}</script>`);
    expect(policy).toContain(`style-src ${hash(asset('palette.css') + asset('style.css'))}`);
    expect(policy).toContain(`script-src ${hash(asset('callback.mjs'))}`);
  });

  it('allows no script, form or frame when it has none', () => {
    const { html, policy } = htmlPage({ title: 'T', body: markup`` });
    const style = `style-src ${hash(asset('palette.css') + asset('style.css'))}`;
    expect(policy).toBe(`default-src 'none'; ${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`);
    expect(html).not.toMatch(/<script/);
  });

  it('has data that cannot end its element', () => {
    const outcome = { text: '</script><script>alert(1)</script><!--\u2028' };
    const { html } = htmlPage({ title: 'T', body: markup``, outcome });
    const [, data = ''] = /id="outcome">(.*?)<\/script>/s.exec(html) ?? [];
    expect([JSON.parse(data), html.match(/<script/g)?.length]).toEqual([outcome, 1]);
  });

  it('shows untrusted text as text', () => {
    const { html } = htmlPage({ title: '<b>', body: markup`<p>${'<i>'}</p>` });
    expect(html).toContain('<title>&lt;b&gt;</title>');
    expect(html).toContain('<main><p>&lt;i&gt;</p></main>');
  });
});
