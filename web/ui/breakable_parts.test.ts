import { describe, expect, it } from '@jest/globals';
import { breakableParts } from './breakable_parts.ts';

describe('where an address or a dotted name may break', () => {
  it.each([
    ['https://a.example/hook?key=v', ['https://', 'a.', 'example/', 'hook?', 'key=', 'v']],
    ['read.schedule.paused', ['read.', 'schedule.', 'paused']],
    ['main', ['main']],
    ['', ['']],
  ])('%s', (text, parts) => expect(breakableParts(text)).toEqual(parts));
});
