import type { IncomingHttpHeaders } from 'node:http';
import type { Express, Request, Response } from 'express';
import type { Call } from '../../lib/rpc/call.ts';
import { requestRecordOf } from '../http/request_record.ts';
import { type HtmlPage, writeHtmlPage } from './html_page.ts';

/** The parts of a request that the handler of a customer's page gets. */
export type PageRequest = { call: Call; query: Record<string, unknown>; headers: IncomingHttpHeaders };
/** Redirects the browser to `location`, with GET. */
export type Redirect = { location: string; cookies?: string[] };
export type WebPage = {
  method: 'get' | 'post';
  path: string;
  answer(request: PageRequest): Promise<HtmlPage | Redirect>;
};

/** Mounts the pages for a builder's customers. They are no operations: they have no caller and answer HTML. */
export function mountWebPages(app: Express, pages: readonly WebPage[], callOf: (requestId: string) => Call): void {
  for (const { method, path, answer } of pages)
    app[method](path, async (request: Request, response: Response) => {
      const { query, headers } = request;
      const call = callOf(requestRecordOf(response).requestId);
      const page = await answer({ call, query, headers });
      if ('html' in page) {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        return writeHtmlPage(response, page);
      }
      response.setHeader('cache-control', 'no-store');
      response.setHeader('referrer-policy', 'no-referrer');
      if (page.cookies) response.setHeader('set-cookie', page.cookies);
      response.statusCode = 303;
      response.setHeader('location', page.location);
      response.end();
    });
}
