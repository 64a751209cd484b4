// Original file: protos/events/v1/events.proto


export interface Empty {
}

export interface Empty__Output {
}
