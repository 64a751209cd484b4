// What a builder's own app would have: the public UI library, told who its customer is by the address of the page.
import { AmpersandProvider, InstallIntegration } from '@amp-labs/react';
import '@amp-labs/react/styles';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const { project, apiKey, integration, groupRef, consumerRef } = Object.fromEntries(
  new URLSearchParams(location.search),
);

/** Without a key, the page asks its own server for a token of this customer, as an app with a login would. */
async function getToken(customer) {
  return (await fetch(`/token?${new URLSearchParams(customer)}`)).text();
}

/** What the library tells the app, for the suite to read. */
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
