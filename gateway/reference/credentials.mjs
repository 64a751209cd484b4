import { element } from './element.mjs';

/** Held by the page alone: a reload forgets them. */
const inputs = {
  key: element('input', { type: 'password', id: 'api-key', autocomplete: 'off', placeholder: 'x-api-key' }),
  token: element('input', { type: 'password', id: 'bearer', autocomplete: 'off', placeholder: 'Bearer token' }),
};

/** The headers that the typed credentials make. */
export function credentials() {
  return {
    ...(inputs.key.value && { 'x-api-key': inputs.key.value }),
    ...(inputs.token.value && { authorization: `Bearer ${inputs.token.value}` }),
  };
}

export function credentialsView() {
  return element(
    'div',
    { class: 'credentials' },
    element('label', {}, element('span', {}, 'API key'), inputs.key),
    element('label', {}, element('span', {}, 'Builder token'), inputs.token),
  );
}
