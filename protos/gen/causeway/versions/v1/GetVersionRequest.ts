// Original file: protos/versions/v1/versions.proto


export interface GetVersionRequest {
}

export interface GetVersionRequest__Output {
}
