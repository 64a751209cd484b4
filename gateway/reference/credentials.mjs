import { element } from './element.mjs';

/** The input fields of the credentials. Nothing stores the values, so a reload removes them. */
const inputs = {
  key: element('input', { type: 'password', id: 'api-key', autocomplete: 'off', placeholder: 'x-api-key' }),
  token: element('input', { type: 'password', id: 'bearer', autocomplete: 'off', placeholder: 'Bearer token' }),
};

/** The request headers of the credentials in the fields. */
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
