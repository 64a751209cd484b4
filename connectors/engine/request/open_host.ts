/**
 * Who decides the host of a URL template. A file pins it when the host ends in a fixed domain of the provider, such as
 * `{{.workspace}}.acme.example`. Otherwise the host is open: a value of the caller can name any domain.
 */
const FIXED_DOMAIN = /^(\.[a-z0-9-]+){2,}(:\d{1,5})?$/i;
/** Suffixes below which anybody can register a domain, such as `.co.uk`. */
const PUBLIC_SUFFIX = /^\.(ac|co|com|edu|gov|ne|net|or|org)\.[a-z]{2}$/i;

/** Whether a placeholder decides the domain that the template leads to. */
export function hasOpenHost(template: string): boolean {
  const [authority = ''] = template.replace(/^https?:\/\//, '').split(/[/?#\\]/);
  const end = authority.lastIndexOf('}}');
  return end >= 0 && (template.startsWith('{{') || !isOwnDomain(authority.slice(end + 2)));
}

/** Whether a text such as `.acme.example` is a domain that one owner holds, with all of its subdomains. */
export function isOwnDomain(suffix: string): boolean {
  return FIXED_DOMAIN.test(suffix) && !PUBLIC_SUFFIX.test(suffix);
}

/** Whether the URL's host is in the list. An entry with a leading dot stands for all subdomains. */
export function isListedHost(address: string, listed: readonly string[]): boolean {
  const { host } = new URL(address);
  return listed.some((one) => (one.startsWith('.') ? host.endsWith(one.toLowerCase()) : host === one.toLowerCase()));
}
