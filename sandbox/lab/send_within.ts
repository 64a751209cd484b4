import { AnswerLimitExceeded } from '../../lib/http/answer_limits.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { OutboundError } from '../../lib/http/outbound_error.ts';
import { type LabAnswer, type LabRequest, labRequest } from './lab_request.ts';

const USUAL_LIMIT = 16 * 1024 * 1024;

/** A Send function that calls the lab in this process. Cut and dropped responses fail as they would on a socket. */
export function sendWithin(answer: (request: LabRequest) => Promise<LabAnswer>): SendRequest {
  return async ({ method, url, headers = {}, body = '', maxBytes = USUAL_LIMIT }) => {
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const made = await answer(labRequest(method, new URL(url), Object.fromEntries(lower), body));
    if (made.isDropped || made.isCut) throw new OutboundError('connect');
    if (made.text.length > maxBytes) throw new OutboundError('tooLarge', new AnswerLimitExceeded('bytes', maxBytes));
    return { status: made.status, headers: made.headers, text: made.text };
  };
}
