// Original file: protos/identity/v1/identity.proto


export interface DeleteApiKeyResponse {
}

export interface DeleteApiKeyResponse__Output {
}
