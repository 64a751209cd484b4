import type { Page } from './chromium.ts';

/** What scrolls sideways by itself, or is not meant to be seen. */
const APART = 'pre, .scroll, .cm-scroller, .visually-hidden, .skip, thead, option, script, style';

/**
 * What does not fit the page as it is, one line each: an element that reaches out of the page, a page that scrolls
 * sideways, and a word of up to 24 letters and digits that is broken inside.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const faults = new Set();
    const apart = ${JSON.stringify(APART)};
    if (document.documentElement.scrollWidth > innerWidth) faults.add('the page scrolls sideways');
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(apart) && !element.matches('.scroll')) continue;
      const { left, right, width } = element.getBoundingClientRect();
      if (width > 0 && (left < -1 || right > innerWidth + 1)) faults.add('reaches out: ' + element.outerHTML.slice(0, 120));
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.parentElement.closest('.visually-hidden, .skip, option, script, style')) continue;
      for (const { 0: word, index } of text.data.matchAll(/(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}]{2,24}(?![\\p{L}\\p{N}])/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.add('broken: ' + word + ' in ' + text.data.slice(0, 60));
      }
    }
    return [...faults];
  })()`) as Promise<string[]>;
}

/** What a thumb would miss, one line each: less than 40 px in either direction. Links within a sentence are as high as it. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('a, button, input, select, textarea, summary')].flatMap((element) => {
    if (!element.checkVisibility() || element.closest('.skip, .cm-editor') || element.matches('p a')) return [];
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
    if (width >= 40 && height >= 40) return [];
    return [Math.round(width) + ' x ' + Math.round(height) + ': ' + element.outerHTML.slice(0, 120)];
  })`) as Promise<string[]>;
}
