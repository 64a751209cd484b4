// Original file: protos/identity/v1/identity.proto


export interface ClaimDomainResponse {
}

export interface ClaimDomainResponse__Output {
}
