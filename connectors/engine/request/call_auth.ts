/** Headers and query parameters that authenticate every call of a connection. */
export type CallAuth = { headers: Record<string, string>; query: Record<string, string> };
