import type { OutboundRequest, OutboundResponse, SendRequest } from '../../lib/http/outbound.ts';

export type ScriptedSend = SendRequest & { requests: OutboundRequest[]; urls(): URL[] };
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown; text?: string };

/** A `send` for tests: returns the replies one after the other and records the requests. */
export function scriptedSend(...replies: Reply[]): ScriptedSend {
  const requests: OutboundRequest[] = [];
  const send = async (request: OutboundRequest): Promise<OutboundResponse> => {
    requests.push(request);
    const reply = replies[requests.length - 1];
    if (!reply) throw new Error(`There is no scripted reply for request ${requests.length}: ${request.url}`);
    return {
      status: reply.status ?? 200,
      headers: reply.headers ?? {},
      text: reply.text ?? JSON.stringify(reply.body ?? {}),
    };
  };
  return Object.assign(send, { requests, urls: () => requests.map(({ url }) => new URL(url)) });
}
