export type OutboundReason = 'blocked' | 'timeout' | 'tooLarge' | 'connect' | 'tls' | 'protocol' | 'aborted';

/**
 * One message for three cases: refused by the guard, connection refused, no answer. With different messages, a tenant
 * who chooses URLs could map the internal network. Code reads `reason`; the operator's log has `cause`.
 */
const UNREACHABLE_MESSAGE = 'The target could not be reached, or did not answer in time.';

const MESSAGE_OF_REASON: Readonly<Record<OutboundReason, string>> = {
  blocked: UNREACHABLE_MESSAGE,
  connect: UNREACHABLE_MESSAGE,
  timeout: UNREACHABLE_MESSAGE,
  tls: 'No trusted TLS connection to the target could be made.',
  tooLarge: 'The answer of the target was too large.',
  protocol: 'The request or its answer was not valid HTTP.',
  aborted: 'The request was given up before it ended.',
};

/** An exchange got no response. The message holds no address and no URL, so tenants may see it. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, cause?: unknown, message = MESSAGE_OF_REASON[reason]) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OutboundError';
    this.reason = reason;
  }
}

/**
 * The body of the request exceeds its limit. The target may have received a part of the body, and sees that the body is
 * incomplete.
 */
export class RequestTooLarge extends OutboundError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super('tooLarge', undefined, `The body of the request is larger than ${maxBytes} bytes.`);
    this.maxBytes = maxBytes;
  }
}

/** Maps errors of undici, node:net, node:tls and Deno to OutboundError. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  return new OutboundError(reasonOf(error), error);
}

function reasonOf(error: unknown): OutboundReason {
  const { code = '', name = '', message = '' } = (error ?? {}) as { code?: unknown; name?: string; message?: string };
  const told = typeof code === 'string' ? code : '';
  if (/TIMEOUT|ETIMEDOUT/.test(told)) return 'timeout';
  if (name === 'AbortError' || /^UND_ERR_(ABORTED|DESTROYED|CLOSED)$/.test(told)) return 'aborted';
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_MISMATCH)/.test(told)) return 'tls';
  // Deno's TLS errors have no codes, only messages.
  if (/certificate|TLS|handshake|InvalidContentType/.test(`${name} ${message}`) && !/^E[A-Z]+$/.test(told))
    return 'tls';
  if (/^(HPE_|UND_ERR_(HEADERS_OVERFLOW|INVALID|RES_|REQ_|RESPONSE|NOT_SUPPORTED|HTTP_PARSER))/.test(told))
    return 'protocol';
  if (/^(HTTPParserError|InvalidArgumentError)$/.test(name)) return 'protocol';
  return 'connect';
}

const NEVER_CONNECTED_CODES = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Whether the target may have received and processed the request although no response arrived. */
export function mayHaveArrived({ reason, cause }: OutboundError): boolean {
  if (reason === 'blocked' || reason === 'tls') return false;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return !(typeof code === 'string' && NEVER_CONNECTED_CODES.test(code));
}
