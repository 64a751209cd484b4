/**
 * What the customer reads when a sign-in fails. Causeway writes every sentence: a provider's own text may contain what
 * Causeway sent, or words of a stranger who made the link. The builder finds that text, masked, in the log.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  access_denied: 'The access was not granted.',
  invalid_request: 'The provider found a fault in the request.',
  invalid_scope: 'The provider does not grant what the app asks for.',
  invalid_client: 'The provider does not know the app, or not with this secret.',
  invalid_grant: 'The sign-in has expired or was already used.',
  unauthorized_client: 'The app may not sign in this way.',
  unsupported_response_type: 'The app may not sign in this way.',
  unsupported_grant_type: 'The app may not sign in this way.',
  server_error: 'The provider had an internal error.',
  temporarily_unavailable: 'The provider is not available now.',
  interaction_required: 'The provider needs you to sign in there first.',
  login_required: 'The provider needs you to sign in there first.',
  account_selection_required: 'The provider needs you to choose an account.',
  consent_required: 'The provider needs your consent.',
};

/** For an error in the provider's callback (RFC 6749 4.1.2.1, OpenID Connect Core 3.1.2.6). */
export function notAllowed(code: string): string {
  return sentence('The provider did not allow it', code);
}

/** For an error of the token endpoint (RFC 6749 5.2), or another refusal after the sign-in. */
export function notAccepted(code = ''): string {
  return sentence('The provider did not accept the sign-in', code);
}

/** Only registered codes are shown: any other text of the form of a code may have been chosen by a stranger. */
function sentence(what: string, code: string): string {
  const why = Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined;
  return why ? `${what} (${code}). ${why} Please start again.` : `${what}. Please start again.`;
}
