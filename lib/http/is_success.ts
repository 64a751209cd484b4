/** Whether an answer is one of the class 2xx (RFC 9110, 15.3). What counts as delivered is the destination's question. */
export function isSuccess({ status }: { status: number }): boolean {
  return status >= 200 && status < 300;
}
