import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { escapeHtml, htmlPage } from './html_page.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('a page of ours', () => {
  it('lets its own style and script run, and nothing else', () => {
    const { html, policy } = htmlPage({ title: 'T', body: '<p>x</p>', style: 'p{}', script: 'go()' });
    expect(html).toContain('<style>p{}</style>');
    expect(html).toContain('<p>x</p><script>go()</script>');
    expect(policy).toContain(`style-src ${hash('p{}')}`);
    expect(policy).toContain(`script-src ${hash('go()')}`);
  });

  it('allows no script at all when it has none', () => {
    const { html, policy } = htmlPage({ title: 'T', body: '' });
    expect(policy).toBe("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    expect(html).not.toMatch(/<style|<script/);
  });

  it('shows foreign text as text', () =>
    expect(escapeHtml(`<a href="x" b='y'>&`)).toBe('&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;'));
});
