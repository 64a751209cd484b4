import { html } from '../../../lib/html/html.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { BillingSession__Output as BillingSession } from '../../../protos/gen/causeway/identity/v1/BillingSession.ts';
import { type HtmlPage, htmlPage } from '../../pages/html_page.ts';

/** The billing page of an org: its billing account and a link back. */
export function billingPage({
  account,
  org,
  projectCount,
  redirectUrl,
  expireTime,
  isBranded,
}: BillingSession): HtmlPage {
  const rows: [term: string, text: string][] = [
    ['Organisation', org?.label ?? ''],
    ['Account', account?.id ?? ''],
    ['Billed by', account?.billingProvider ?? ''],
    ['Billed since', toIso(account?.createTime ?? 0).slice(0, 10)],
    ['Projects', String(projectCount)],
  ];
  const list = rows.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`);
  const footer = `This page is open until ${toIso(expireTime)}.${isBranded ? ' Powered by Causeway.' : ''}`;
  return htmlPage({
    title: 'Billing',
    body: html`<h1>${account?.displayName ?? ''}</h1><dl>${list}</dl>
<p>This deployment is your own: nothing is charged for it.</p>
<p><a rel="noreferrer" href="${redirectUrl}">Back</a></p>
<footer>${footer}</footer>`,
  });
}
