// Original file: protos/identity/v1/identity.proto


export interface DeleteInviteResponse {
}

export interface DeleteInviteResponse__Output {
}
