import http, { type Server } from 'node:http';
import type { Express } from 'express';

/**
 * Express replaces the prototype of every request and response, so V8 discards its optimised shapes: 80 % of the cost
 * of a small request. Here Node creates requests and responses from classes that already have Express's methods. The
 * prototypes of these classes are also app.request and app.response, so the replacement by Express changes nothing.
 */
export function fastServer(app: Express, options: http.ServerOptions): Server {
  class Request extends http.IncomingMessage {}
  class Response extends http.ServerResponse {}
  copyMembers(Request.prototype, app.request, http.IncomingMessage.prototype);
  copyMembers(Response.prototype, app.response, http.ServerResponse.prototype);
  app.request = Request.prototype as unknown as Express['request'];
  app.response = Response.prototype as unknown as Express['response'];
  return http.createServer({ ...options, IncomingMessage: Request, ServerResponse: Response }, app);
}

/** Copies the members that `source` and its ancestors, up to `stop`, add to `target`. */
function copyMembers(target: object, source: object, stop: object): void {
  for (
    let layer: object | null = source;
    layer && layer !== stop;
    layer = Object.getPrototypeOf(layer) as object | null
  ) {
    for (const key of Reflect.ownKeys(layer)) {
      const descriptor = Object.getOwnPropertyDescriptor(layer, key);
      if (descriptor && key !== 'constructor' && !Object.hasOwn(target, key))
        Object.defineProperty(target, key, descriptor);
    }
  }
}
