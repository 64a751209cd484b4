import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { loadDocument } from '../../gateway/contract/document.ts';
import { fromIso } from '../../lib/time/iso.ts';
import { closeToOwnValues } from './own_values.ts';

type Media = { 'application/json': { schema: { $ref: string }; examples: Record<string, { $ref: string }> } };
export type Webhooks = Record<string, { post: { requestBody: { content: Media } } }>;
type Message = { action?: string; notificationType?: string };
type Schemas = Record<string, { properties?: Record<string, object> }>;

/** The max messages of a kind that a suite checks. A suite with thousands of messages sends many equal ones. */
const MAX_CHECKED = 50;

let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

export function webhooksOf(document: object): Webhooks {
  return (document as { webhooks: Webhooks }).webhooks;
}

/**
 * Validates the bodies of delivered messages against the webhooks of gateway/openapi.yaml. A property that the document
 * does not describe is a fault too. Throws an Error that names the difference. Bodies that are no webhook of the
 * document are ignored.
 */
export function checkMessages(bodies: readonly string[]): void {
  const seen = new Map<string, number>();
  for (const body of bodies) {
    const webhook = webhookOf(body);
    if (webhook === undefined) continue;
    const count = (seen.get(webhook) ?? 0) + 1;
    seen.set(webhook, count);
    if (count <= MAX_CHECKED) checkMessage(webhook, JSON.parse(body));
  }
}

export function checkMessage(webhook: string, message: unknown): void {
  const validate = validatorOf(webhook);
  if (validate(message)) return;
  const text = JSON.stringify(message).slice(0, 500);
  throw new Error(`The webhook ${webhook} does not describe ${text}: ${JSON.stringify(validate.errors)}`);
}

function webhookOf(body: string): string | undefined {
  if (!body.startsWith('{"action":"read","readType":') && !body.startsWith('{"notificationType":')) return undefined;
  const { action, notificationType } = JSON.parse(body) as Message;
  return action === 'read' ? 'readResult' : notificationType;
}

function validatorOf(webhook: string): ValidateFunction {
  const known = validators.get(webhook);
  if (known) return known;
  const document = loadDocument();
  const found = webhooksOf(document)[webhook];
  if (!found) throw new Error(`gateway/openapi.yaml has no webhook ${webhook}.`);
  ajv ??= ajvOf(document);
  const validate = ajv.compile({ $ref: `openapi${found.post.requestBody.content['application/json'].schema.$ref}` });
  validators.set(webhook, validate);
  return validate;
}

function ajvOf(document: object): Ajv2020 {
  const made = new Ajv2020({ strict: false, allErrors: true });
  closeToOwnValues(made);
  made.addFormat('date-time', (text: string) => fromIso(text) !== null);
  made.addFormat('uri', (text: string) => URL.canParse(text));
  const { components } = structuredClone(document) as { components: { schemas: Schemas } };
  close(components.schemas);
  made.addSchema({ components, $id: 'openapi' });
  return made;
}

/** Forbids undescribed properties. The document allows them, because a later version may add some. */
function close(schemas: Schemas): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const { notificationType, data } = schema.properties ?? {};
    const parts = name === 'ReadResult' || name === 'DeliveredRecord' ? [schema] : [];
    if (name === 'ReadResult') parts.push(schema.properties?.['resultInfo'] ?? {});
    if (notificationType && data) parts.push(schema, data);
    for (const part of parts) Object.assign(part, { unevaluatedProperties: false });
  }
}
