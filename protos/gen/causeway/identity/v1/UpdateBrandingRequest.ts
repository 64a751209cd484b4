// Original file: protos/identity/v1/identity.proto


export interface UpdateBrandingRequest {
  'projectId'?: (string);
  /**
   * accentColor, logo.
   */
  'updateMask'?: (string)[];
  /**
   * #rrggbb; empty for ours.
   */
  'accentColor'?: (string);
  /**
   * Empty for none.
   */
  'logo'?: (Buffer | Uint8Array | string);
}

export interface UpdateBrandingRequest__Output {
  'projectId': (string);
  /**
   * accentColor, logo.
   */
  'updateMask': (string)[];
  /**
   * #rrggbb; empty for ours.
   */
  'accentColor': (string);
  /**
   * Empty for none.
   */
  'logo': (Buffer);
}
