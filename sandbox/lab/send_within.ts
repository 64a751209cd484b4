import { OutboundError } from '../../lib/http/outbound_error.ts';
import type { Send } from '../../lib/http/outbound.ts';
import { labRequest, type LabAnswer, type LabRequest } from './lab_request.ts';

const USUAL_LIMIT = 16 * 1024 * 1024;

/** The outbound client's shape over the lab itself: what a socket would lose is lost here too. */
export function sendWithin(answer: (request: LabRequest) => Promise<LabAnswer>): Send {
  return async ({ method, url, headers = {}, body = '', maxBytes = USUAL_LIMIT }) => {
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const made = await answer(labRequest(method, new URL(url), Object.fromEntries(lower), body));
    if (made.isDropped || made.isCut) throw new OutboundError('connect');
    if (made.text.length > maxBytes) throw new OutboundError('tooLarge');
    return { status: made.status, headers: made.headers, text: made.text };
  };
}
