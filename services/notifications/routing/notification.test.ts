import { describe, expect, it } from '@jest/globals';
import { isId, newId } from '../../../lib/ids/ids.ts';
import { notificationMessageId } from './notification.ts';

describe('the message id of a notification', () => {
  it('is an id, the same for the same event and destination, and for no others', () => {
    const [event, destination] = [newId(), newId()];
    const id = notificationMessageId(event, destination);
    expect(isId(id)).toBe(true);
    expect(notificationMessageId(event, destination)).toBe(id);
    expect(notificationMessageId(destination, event)).not.toBe(id);
    expect(notificationMessageId(event, newId())).not.toBe(id);
  });
});
