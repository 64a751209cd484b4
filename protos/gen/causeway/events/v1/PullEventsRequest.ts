// Original file: protos/events/v1/events.proto


export interface PullEventsRequest {
  'consumer'?: (string);
  /**
   * At most 100.
   */
  'limit'?: (number);
  /**
   * Whether the bus is unavailable for the consumer.
   */
  'isBusUnavailable'?: (boolean);
}

export interface PullEventsRequest__Output {
  'consumer': (string);
  /**
   * At most 100.
   */
  'limit': (number);
  /**
   * Whether the bus is unavailable for the consumer.
   */
  'isBusUnavailable': (boolean);
}
