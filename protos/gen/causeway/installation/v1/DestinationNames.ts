// Original file: protos/installation/v1/installation.proto


export interface DestinationNames {
  'names'?: (string)[];
}

export interface DestinationNames__Output {
  'names': (string)[];
}
