import { Buffer } from 'node:buffer';
import { ProxyRefusal } from './proxy_refusal.ts';

/** The max number of nested percent-encodings. No honest request has more. */
const MAX_LEVELS = 8;
/** Overlong UTF-8 forms of ASCII characters (invalid, but some decoders accept them). */
const OVERLONG = /(?:[\xc0\xc1]|\xe0[\x80\x81]|\xf0\x80[\x80\x81])[\x80-\xbf]/g;

/**
 * The forms in which servers may see a text: as received, decoded once, decoded twice and so on until nothing is left
 * to decode. Each form is also returned with compatible characters replaced (such as a full-width dot). Throws
 * ProxyRefusal after 8 levels.
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
