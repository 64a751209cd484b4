// Original file: protos/installation/v1/installation.proto


export interface SignedUrl {
  'url'?: (string);
  'bucket'?: (string);
  'path'?: (string);
}

export interface SignedUrl__Output {
  'url': (string);
  'bucket': (string);
  'path': (string);
}
