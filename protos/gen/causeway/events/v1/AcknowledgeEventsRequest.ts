// Original file: protos/events/v1/events.proto


export interface AcknowledgeEventsRequest {
  'consumer'?: (string);
  'eventIds'?: (string)[];
}

export interface AcknowledgeEventsRequest__Output {
  'consumer': (string);
  'eventIds': (string)[];
}
