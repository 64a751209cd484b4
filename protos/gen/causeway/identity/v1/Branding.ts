// Original file: protos/identity/v1/identity.proto


export interface Branding {
  'accentColor'?: (string);
  /**
   * image/png, image/jpeg or image/webp; empty without a logo.
   */
  'logoType'?: (string);
  'logo'?: (Buffer | Uint8Array | string);
}

export interface Branding__Output {
  'accentColor': (string);
  /**
   * image/png, image/jpeg or image/webp; empty without a logo.
   */
  'logoType': (string);
  'logo': (Buffer);
}
