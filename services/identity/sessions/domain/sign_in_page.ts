/** Where the browser goes to sign in, and what the page's code is exchanged for. */
export type SignInPage = {
  /** The address of the page. Throws unavailable when the issuer's configuration cannot be fetched. */
  address(asked: { redirectUri: string; state: string; nonce: string; codeChallenge: string }): Promise<string>;
  /**
   * The ID token that the issuer gives for a code, unverified. Throws unauthenticated if it refuses the code,
   * unavailable if it does not answer.
   */
  exchange(given: { code: string; codeVerifier: string; redirectUri: string }): Promise<string>;
  clientId: string;
};
