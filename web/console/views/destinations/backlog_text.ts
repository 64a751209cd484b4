import type { Schema } from '../../../api/contract.ts';

/** A count of a backlog stops at 10,000; then it says that there are more. */
export function countText(count: number, isMore: boolean): string {
  return isMore && count >= 10_000 ? `${count} or more` : String(count);
}

/** The number of messages that a destination has not received yet, in words. */
export function backlogText(backlog: Schema<'DeliveryBacklog'> | undefined): string {
  if (!backlog) return 'nothing waits';
  const { waiting, held, isMore } = backlog;
  return `${countText(waiting, isMore)} waiting, ${countText(held, isMore)} held`;
}
