// Original file: protos/events/v1/events.proto


export interface PushEventsResponse {
  'handledIds'?: (string)[];
}

export interface PushEventsResponse__Output {
  'handledIds': (string)[];
}
