// Original file: protos/notifications/v1/notifications.proto


export interface Empty {
}

export interface Empty__Output {
}
