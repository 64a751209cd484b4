import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Express, Request, Response } from 'express';

/** Nothing from elsewhere, nothing inline: what the page shows it has from this server. Its icons are data: addresses. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Causeway reference</title>
    <link rel="icon" href="docs/favicon-32x32.png">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** `validatorUrl: null`, because the renderer would otherwise ask a host of its makers about the document. */
const START = `SwaggerUIBundle({
  url: 'v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: false,
  validatorUrl: null,
});
`;

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/**
 * The reference page: swagger-ui out of our own packages, over the document that this server obeys. Every address in it
 * is relative, so it shows the base it is opened under, behind a read host or a path of a proxy's choosing too.
 */
export function mountDocsPage(app: Express, bases: readonly string[]): void {
  const renderer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const base of bases) {
    app.get(`${base}/docs`, (_request: Request, response: Response) => send(response, 'text/html', PAGE));
    app.get(`${base}/docs/`, (_request: Request, response: Response) => response.redirect(308, '../docs'));
    app.get(`${base}/docs/start.js`, (_request: Request, response: Response) =>
      send(response, 'text/javascript', START),
    );
    for (const file of FILES)
      app.get(`${base}/docs/${file}`, (_request: Request, response: Response) => {
        harden(response);
        response.sendFile(join(renderer, file), { maxAge: '1d', dotfiles: 'allow' });
      });
  }
}

function send(response: Response, type: string, text: string): void {
  harden(response);
  response.type(type).send(text);
}

function harden(response: Response): void {
  response.setHeader('content-security-policy', POLICY);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
}
