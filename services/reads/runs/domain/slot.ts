/** The slot of the worker that runs an operation. Checked after each page: is it another installation's turn? */
export type Slot = {
  isOver(): boolean;
  /** Awaits `coming`; the operation does nothing else meanwhile. */
  waitFor<T>(coming: Promise<T>): Promise<T>;
};
