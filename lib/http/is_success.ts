/** Whether the status of an answer is 2xx (RFC 9110, 15.3). */
export function isSuccess({ status }: { status: number }): boolean {
  return status >= 200 && status < 300;
}
