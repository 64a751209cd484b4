import { Buffer } from 'node:buffer';
import { ProxyRefusal } from './proxy_refusal.ts';

/** Nobody nests more encodings than this on purpose. */
const MAX_LEVELS = 8;
/** Forms of ASCII characters that are too long for UTF-8; careless decoders accept them. */
const OVERLONG = /(?:[\xc0\xc1]|\xe0[\x80\x81]|\xf0\x80[\x80\x81])[\x80-\xbf]/g;

/**
 * A text as the servers behind it may see it: as it came, decoded once, twice and so on until nothing is left to decode,
 * and each of these with compatible characters (a full-width dot) replaced. Throws ProxyRefusal on endless encodings.
 */
export function decodedForms(text: string): string[] {
  const forms = [text];
  for (let form = text, next = decoded(form); next !== form; form = next, next = decoded(form)) {
    if (forms.length > MAX_LEVELS) throw new ProxyRefusal('path', 'The path is percent-encoded too many times.');
    forms.push(next);
  }
  return [...new Set([...forms, ...forms.map((form) => form.normalize('NFKC'))])];
}

function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex').toString('latin1');
    return Buffer.from(bytes.replace(OVERLONG, shortest), 'latin1').toString('utf8');
  });
}

function shortest(form: string): string {
  const [last = 0, previous = 0] = [...form].reverse().map((char) => char.charCodeAt(0));
  return String.fromCharCode(((previous & 1) << 6) | (last & 0x3f));
}
