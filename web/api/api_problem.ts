/** One invalid input, as a problem document lists it in `issues`. */
export type Issue = { in: string; name: string; detail: string };

/** The status of a fault of the page itself, which no server sends. 0 is the status of a call without an answer. */
const OWN_FAULT = -1;

/** A failed call: the problem document (RFC 9457), or a problem of our own when no answer was received. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly remedy: string;
  readonly issues: readonly Issue[];
  readonly requestId: string;

  constructor(
    status: number,
    found: Partial<Record<'title' | 'detail' | 'remedy' | 'requestId', string>> & { issues?: Issue[] },
  ) {
    super(found.detail ?? found.title ?? `Status ${status}`);
    this.name = 'ApiProblem';
    this.status = status;
    this.title = found.title ?? 'The request failed';
    this.detail = found.detail ?? '';
    this.remedy = found.remedy ?? '';
    this.issues = found.issues ?? [];
    this.requestId = found.requestId ?? '';
  }
}

/** Reads the problem of a response. A proxy that cannot reach the platform sends no problem document. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const document: unknown = await response.json().catch(() => null);
  if (document === null && response.status >= 502) return noAnswer(`A proxy answered with status ${response.status}.`);
  return new ApiProblem(response.status, typeof document === 'object' && document !== null ? document : {});
}

/** The problem of a call that the platform did not answer. */
export function noAnswer(detail = ''): ApiProblem {
  return new ApiProblem(0, {
    title: 'The platform does not answer',
    detail,
    remedy: 'Check your network. The page tries again.',
  });
}

/** An error in the page's own code, as a problem that a view can show. */
export function ownFault(error: unknown): ApiProblem {
  return new ApiProblem(OWN_FAULT, {
    title: 'The page failed',
    detail: String(error),
    remedy: 'Reload the page; if it fails again, tell the operator.',
  });
}
