import { describe, expect, it } from '@jest/globals';
import { hostOfInput, isPublicMailbox } from './claimed_domain.ts';

describe('the domain that is claimed', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.com.', 'example.com'],
    [' example.com ', 'example.com'],
    ['www.example.com', 'example.com'],
    ['www.com', 'www.com'],
    ['ada@example.com', 'example.com'],
    ['mailto:ada@example.com', 'example.com'],
    ['https://www.example.com/about?x=1#y', 'example.com'],
    ['http://example.com:8080', 'example.com'],
    ['https://user:pass@example.com/', 'example.com'],
    ['https://example.com/@someone', 'example.com'],
    ['example.com:443/path', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['sub.domain.example.co.uk', 'sub.domain.example.co.uk'],
  ])('of %s is %s', (text, domain) => expect(hostOfInput(text)).toBe(domain));

  it.each([
    '',
    'localhost',
    'com',
    '127.0.0.1',
    '0x7f.1',
    'http://[::1]/',
    'ftp://example.com',
    'javascript://example.com',
    'exa mple.com',
    'example..com',
    '-bad.example',
    'bad-.example',
    'a_b.example',
    'example.123',
    'example.com\\evil.example',
    `${'x'.repeat(64)}.example`,
    'http://',
  ])('of %j is none', (text) => expect(hostOfInput(text)).toBeNull());

  it('must not be anybody’s mailbox', () => {
    expect(isPublicMailbox('gmail.com')).toBe(true);
    expect(isPublicMailbox('example.com')).toBe(false);
  });
});
