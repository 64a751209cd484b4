import type { Schema } from '../../../api/contract.ts';

/** The count of a backlog in words. The server counts to 10,000 at most; `isMore` says that there are more. */
export function countText(count: number, isMore: boolean): string {
  return isMore && count >= 10_000 ? `${count} or more` : String(count);
}

/** The number of messages that a destination has not received yet, in words. */
export function backlogText(backlog: Schema<'DeliveryBacklog'> | undefined): string {
  if (!backlog) return 'nothing waits';
  const { waiting, held, isMore } = backlog;
  return `${countText(waiting, isMore)} waiting, ${countText(held, isMore)} held`;
}
