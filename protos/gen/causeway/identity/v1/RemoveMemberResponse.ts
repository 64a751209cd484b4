// Original file: protos/identity/v1/identity.proto


export interface RemoveMemberResponse {
}

export interface RemoveMemberResponse__Output {
}
