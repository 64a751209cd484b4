// Original file: protos/reads/v1/reads.proto


export interface Empty {
}

export interface Empty__Output {
}
