// Original file: protos/identity/v1/identity.proto


export interface AddMemberResponse {
}

export interface AddMemberResponse__Output {
}
