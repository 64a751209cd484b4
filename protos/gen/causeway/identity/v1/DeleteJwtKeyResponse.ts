// Original file: protos/identity/v1/identity.proto


export interface DeleteJwtKeyResponse {
}

export interface DeleteJwtKeyResponse__Output {
}
