import { eventOf } from '../../../../lib/events/event.ts';
import type { UrlCheck } from '../../../../lib/http/url_check.ts';
import type { DestinationDriver } from '../destination_driver.ts';
import { makeDeliverWebhook, type WebhookDeps } from './deliver_webhook.ts';
import { checkWebhookMetadata, type WebhookMetadata } from './webhook_metadata.ts';

/**
 * Destinations of type webhook: messages are posted as JSON to a URL, signed by Standard Webhooks and Svix headers.
 * Custom headers and the query of the URL are secrets, like signing keys: most carry a token for the receiver.
 */
export function webhookDriver({
  urlCheck,
  ...deps
}: WebhookDeps & { urlCheck: UrlCheck }): DestinationDriver<WebhookMetadata> {
  return {
    type: 'webhook',
    keys: ['url', 'headers'],
    secrets: { key: 'headers', urlKey: 'url', receiver: ({ url }) => originOf(url) },
    check: checkWebhookMetadata,
    /** The dialer checks every call; this check tells the author early. */
    async checkTarget({ url }) {
      const detail = await urlCheck(url);
      return detail ? [{ path: 'url', detail, value: url }] : [];
    },
    deliver: makeDeliverWebhook(deps),
    disabledEvent({ projectId, id: destinationId, name: destinationName, metadata }, { id, time }) {
      const { url } = metadata as WebhookMetadata;
      const payload = { projectId, destinationId, destinationName, url };
      return eventOf('destination.webhook.disabled', { id, projectId, time, payload });
    },
  };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
