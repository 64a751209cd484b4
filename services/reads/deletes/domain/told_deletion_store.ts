/** The deleted records that a message reports, so that an undelivered message does not lose them. */
export type ToldDeletionStore = {
  add(told: readonly { messageId: string; recordId: string }[]): Promise<void>;
  list(messageIds: readonly string[]): Promise<string[]>;
};
