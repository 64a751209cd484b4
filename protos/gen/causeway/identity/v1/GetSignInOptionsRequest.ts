// Original file: protos/identity/v1/identity.proto


export interface GetSignInOptionsRequest {
}

export interface GetSignInOptionsRequest__Output {
}
