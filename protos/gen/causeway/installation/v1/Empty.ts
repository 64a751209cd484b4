// Original file: protos/installation/v1/installation.proto


export interface Empty {
}

export interface Empty__Output {
}
