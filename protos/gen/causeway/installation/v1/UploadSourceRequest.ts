// Original file: protos/installation/v1/installation.proto


export interface UploadSourceRequest {
  'uploadId'?: (string);
  'signature'?: (string);
  'content'?: (Buffer | Uint8Array | string);
}

export interface UploadSourceRequest__Output {
  'uploadId': (string);
  'signature': (string);
  'content': (Buffer);
}
