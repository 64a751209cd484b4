// A builder's own app: the public UI library, with the customer in the query of the page's address.
import { AmpersandProvider, InstallIntegration } from '@amp-labs/react';
import '@amp-labs/react/styles';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const { project, apiKey, integration, groupRef, consumerRef } = Object.fromEntries(
  new URLSearchParams(location.search),
);

/** Without a key, the page requests a token of this customer from its own server, like an app with a login. */
async function getToken(customer) {
  return (await fetch(`/token?${new URLSearchParams(customer)}`)).text();
}

/** The library's events, which the suite reads. */
globalThis.told = { installed: [], updated: [], uninstalled: [] };

createRoot(document.querySelector('main')).render(
  createElement(
    AmpersandProvider,
    { options: { project, ...(apiKey ? { apiKey } : { getToken }) } },
    createElement(InstallIntegration, {
      integration,
      groupRef,
      consumerRef,
      onInstallSuccess: (id) => globalThis.told.installed.push(id),
      onUpdateSuccess: (id) => globalThis.told.updated.push(id),
      onUninstallSuccess: (id) => globalThis.told.uninstalled.push(id),
    }),
  ),
);
