// Original file: protos/installation/v1/installation.proto


export interface PreviewCall {
  'method'?: (string);
  'url'?: (string);
  'status'?: (number);
}

export interface PreviewCall__Output {
  'method': (string);
  'url': (string);
  'status': (number);
}
