import { v7 } from 'uuid';

/** Makes ids: uuid v7, so rows sort by when they were made. Injected, so a test can name them. */
export type NewId = () => string;

export const newId: NewId = () => v7();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text has the form of an id (and so may not be used as a name). */
export function isId(text: string): boolean {
  return UUID.test(text);
}
