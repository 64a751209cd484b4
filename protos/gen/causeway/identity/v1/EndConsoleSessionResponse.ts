// Original file: protos/identity/v1/identity.proto


export interface EndConsoleSessionResponse {
}

export interface EndConsoleSessionResponse__Output {
}
