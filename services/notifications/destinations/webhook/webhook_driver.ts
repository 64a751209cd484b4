import { type CausewayEvent, eventOf } from '../../../../lib/events/event.ts';
import type { UrlCheck } from '../../../../lib/http/url_check.ts';
import type { Destination } from '../destination.ts';
import type { DestinationDriver } from '../destination_driver.ts';
import { makeDeliverWebhook, type WebhookDeps } from './deliver_webhook.ts';
import { checkWebhookMetadata, type WebhookMetadata } from './webhook_metadata.ts';

/**
 * Destinations of type webhook: messages are posted as JSON to a URL, signed with the headers of Standard Webhooks and
 * Svix. Custom headers and the query of the URL are secrets, like signing keys: most contain a token for the receiver.
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
    /** Reports a forbidden URL before it is stored. The dialer checks the address again at every call. */
    async checkTarget({ url }) {
      const detail = await urlCheck(url);
      return detail ? [{ path: 'url', detail, value: url }] : [];
    },
    deliver: makeDeliverWebhook(deps),
    disabledEvent: (destination, event) => eventAbout('destination.webhook.disabled', destination, event),
    enabledEvent: (destination, event) => eventAbout('destination.webhook.enabled', destination, event),
  };
}

function eventAbout(
  type: 'destination.webhook.disabled' | 'destination.webhook.enabled',
  { projectId, id: destinationId, name: destinationName, metadata }: Destination,
  { id, time }: { id: string; time: number },
): CausewayEvent {
  const { url } = metadata as WebhookMetadata;
  return eventOf(type, { id, projectId, time, payload: { projectId, destinationId, destinationName, url } });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
