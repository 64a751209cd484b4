// Original file: protos/installation/v1/installation.proto


export interface ListProvidersRequest {
}

export interface ListProvidersRequest__Output {
}
