/** One fault of the input, as a problem document lists it. */
export type Issue = { in: string; name: string; detail: string };

/** In place of a status: no server has answered so. */
const OWN_FAULT = -1;

/** An answer that is no success: RFC 9457, or what is known when none was received. */
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

/** The problem of an answer. A proxy that does not reach the platform has no problem document. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const document: unknown = await response.json().catch(() => null);
  if (document === null && response.status >= 502) return noAnswer(`A proxy answered with status ${response.status}.`);
  return new ApiProblem(response.status, typeof document === 'object' && document !== null ? document : {});
}

/** When no answer of the platform came at all. */
export function noAnswer(detail = ''): ApiProblem {
  return new ApiProblem(0, {
    title: 'The platform does not answer',
    detail,
    remedy: 'Check your network. The page tries again.',
  });
}

/** A fault of the page itself, as a problem that a view can show. */
export function ownFault(error: unknown): ApiProblem {
  return new ApiProblem(OWN_FAULT, {
    title: 'The page failed',
    detail: String(error),
    remedy: 'Reload the page; if it fails again, tell the operator.',
  });
}
