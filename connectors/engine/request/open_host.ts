/**
 * Who decides the host of a URL template: the provider file or a caller. The provider file fixes the host if it ends in
 * a domain of the provider, such as `{{.workspace}}.acme.example`. Otherwise the host is open: a value of the caller
 * can name any domain.
 */

/** The fixed end of a host, of at least two labels: `.acme.example`. */
const FIXED_DOMAIN = /^(\.[a-z0-9-]+){2,}(:\d{1,5})?$/i;
/** Suffixes below which anybody can register a domain, such as `.co.uk`. */
const PUBLIC_SUFFIX = /^\.(ac|co|com|edu|gen|go|gov|gv|ltd|me|mil|ne|net|nom|or|org|plc|sch)\.[a-z]{2}$/i;
/** Well-known hosting services that give everybody a subdomain. The Public Suffix List has the complete list. */
const SHARED_HOSTS = new Set(
  (
    '.github.io .gitlab.io .pages.dev .workers.dev .netlify.app .vercel.app .web.app .firebaseapp.com .appspot.com ' +
    '.run.app .cloudfunctions.net .herokuapp.com .onrender.com .fly.dev .railway.app .azurewebsites.net ' +
    '.azurestaticapps.net .cloudapp.net .azure-api.net .windows.net .amazonaws.com .cloudfront.net .awsapprunner.com ' +
    '.elasticbeanstalk.com .ngrok.io .ngrok.app .ngrok.dev .ngrok-free.app .trycloudflare.com .surge.sh .glitch.me ' +
    '.repl.co .replit.app .deno.dev .blogspot.com .duckdns.org .no-ip.org .nip.io .sslip.io'
  ).split(' '),
);

/** Whether a placeholder decides the domain that the template leads to. */
export function hasOpenHost(template: string): boolean {
  const [authority = ''] = template.replace(/^https?:\/\//, '').split(/[/?#\\]/);
  const end = authority.lastIndexOf('}}');
  return end >= 0 && (template.startsWith('{{') || !isOwnDomain(authority.slice(end + 2)));
}

/** Whether a text such as `.acme.example` is a domain whose owner controls all of its subdomains. */
export function isOwnDomain(suffix: string): boolean {
  const domain = suffix.toLowerCase().replace(/:\d+$/, '');
  return FIXED_DOMAIN.test(suffix) && !PUBLIC_SUFFIX.test(domain) && !SHARED_HOSTS.has(domain);
}

/** Whether the URL's host is in the list. An entry with a leading dot matches all subdomains. */
export function isListedHost(address: string, listed: readonly string[]): boolean {
  const { host } = new URL(address);
  return listed.some((one) => (one.startsWith('.') ? host.endsWith(one.toLowerCase()) : host === one.toLowerCase()));
}
