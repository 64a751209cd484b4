import { createCallBudgets } from '../../connectors/calls/call_budgets.ts';
import { providerCalls } from '../../connectors/calls/provider_calls.ts';
import { loadProviders, type ProviderCatalogue } from '../../connectors/engine/catalogue/providers.ts';
import { createSealer, newKeyring } from '../../lib/crypto/sealer.ts';
import { migrateUp } from '../../lib/db/migrate.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import type { OutboundRequest, OutboundResponse } from '../../lib/http/outbound.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { Call } from '../../lib/rpc/call.ts';
import { makePermitSource } from '../../services/installation/budgets/rate_budgets.ts';
import { engineConnectors } from '../../services/installation/clients/engine_connectors.ts';
import type { ConnectionWithCredentials } from '../../services/installation/connections/connections.ts';
import type { GenerateRequest } from '../../services/installation/connections/new_connection.ts';
import { migrations } from '../../services/installation/migrations/migrations.ts';
import type { QuotaLimits } from '../../services/installation/quota.ts';
import { credentialBox } from '../../services/installation/secrets/credential_box.ts';
import { sqlStores } from '../../services/installation/stores.ts';
import type { UploadLimits } from '../../services/installation/uploads/uploads.ts';
import { type UseCaseDeps as Deps, makeUseCases } from '../../services/installation/use_cases.ts';

export const PROJECT = '01900000-0000-7000-8000-0000000000aa';
export const PUBLIC_URL = 'https://causeway.example';
/** The secret in the cookie of the customer's browser during a sign-in. */
export const BROWSER = 'the-secret-of-the-browser';
/** The arguments of a sign-in that a server starts, as in most tests. */
export const FROM_SERVER = { openerOrigin: '', returnUrl: '', createsOnly: false, byFrontendKey: false };
const START = Date.UTC(2026, 0, 1);

let catalogue: ProviderCatalogue | undefined;

type Answer = (
  request: OutboundRequest,
) => { status?: number; headers?: Record<string, string>; body: unknown } | Promise<never>;

/** The installation service. Everything is real except the provider, the network and the time. */
export type InstallationWorld = ReturnType<typeof makeUseCases> & {
  db: Db;
  deps: Deps;
  call: Call;
  /** The requests sent to providers, except those of `connect`. */
  sent: OutboundRequest[];
  /** Sets the answer of the provider from now on. */
  answer(answer: Answer): void;
  /** Moves the clock forward. */
  pass(ms: number): void;
  events(): Promise<{ type: string; payload: Record<string, unknown> }[]>;
  /** Presses Continue on the page before the sign-in, and returns the provider's address. */
  pressContinue(page: string, browserSecret?: string): Promise<string>;
  connect(request?: Partial<GenerateRequest>): Promise<ConnectionWithCredentials['connection']>;
  close(): Promise<void>;
};

type Quotas = { limits?: QuotaLimits; uploads?: UploadLimits };

/** Makes the service on SQLite in memory, or on a given migrated database. */
export async function installationWorld(given?: Db, quotas: Quotas = {}): Promise<InstallationWorld> {
  const db = given ?? openDatabase('sqlite::memory:');
  if (!given) await migrateUp(db, migrations);
  catalogue ??= loadProviders();
  const state = { now: START, answer: (() => ({ body: { data: [], next_cursor: null } })) as Answer };
  const sent: OutboundRequest[] = [];
  const clock = { now: () => state.now };
  const send = async (request: OutboundRequest): Promise<OutboundResponse> => {
    sent.push(request);
    const { status = 200, headers = {}, body } = await state.answer(request);
    return { status, headers: { 'content-type': 'application/json', ...headers }, text: JSON.stringify(body) };
  };
  const policy = { allow: ['127.0.0.0/8'], allowHttp: true };
  const stores = sqlStores(db, quotas.limits);
  const budgets = createCallBudgets({ permits: makePermitSource({ stores }), clock, log: silentLog });
  const deps: Deps = {
    stores,
    connectors: engineConnectors({ catalogue, calls: providerCalls(send), budgets, policy, clock }),
    box: credentialBox(createSealer(newKeyring())),
    clock,
    newId,
    log: silentLog,
  };
  const useCases = makeUseCases(deps, {
    publicUrl: PUBLIC_URL,
    internalToken: 'shared',
    refreshTimes: { retryMs: 1 },
    ...(quotas.uploads && { uploads: quotas.uploads }),
  });
  const call: Call = { requestId: 'r1', principal: 'system:test', deadline: START + 1e12 };
  return {
    ...useCases,
    db,
    deps,
    call,
    sent,
    answer(answer) {
      state.answer = answer;
    },
    pass(ms) {
      state.now += ms;
    },
    async events() {
      const rows = (await db('outbox').orderBy('id').select('type', 'payload')) as { type: string; payload: string }[];
      return rows.map(({ type, payload }) => ({ type, payload: JSON.parse(payload) as Record<string, unknown> }));
    },
    async pressContinue(page, browserSecret = BROWSER) {
      const token = new URL(page).searchParams.get('session') ?? '';
      return (await useCases.continueSignIn(call, { token, browserSecret })).url;
    },
    async connect(request = {}) {
      const before = sent.length;
      const full = await useCases.generateConnection(call, {
        projectId: PROJECT,
        provider: 'sandbox',
        groupRef: 'acme',
        groupName: 'Acme Inc.',
        consumerRef: 'ada',
        consumerName: '',
        workspaceRef: '',
        metadataJson: '',
        credentialsJson: '{"apiKey":"CANARY-key"}',
        integrationIdOrName: '',
        ...request,
      });
      sent.length = before;
      return full.connection;
    },
    async close() {
      if (!given) await db.destroy();
    },
  };
}

/** A manifest with two objects that use every feature of a read object. */
export const MANIFEST = `specVersion: 1.0.0
integrations:
  - name: crm-in
    provider: sandbox
    displayName: CRM
    read:
      objects:
        - objectName: contacts
          destination: hook
          schedule: '*/15 * * * *'
          mapToName: person
          requiredFields:
            - fieldName: email
            - fieldName: first_name
              mapToName: firstName
            - mapToName: stage
              prompt: Which field holds the stage?
          optionalFields:
            - fieldName: phone
          optionalFieldsAuto: all
          backfill:
            defaultPeriod:
              days: 30
        - objectName: companies
          destination: hook
          requiredFields:
            - fieldName: name
`;

export const CONFIG = {
  provider: 'sandbox',
  read: {
    objects: {
      contacts: {
        objectName: 'contacts',
        selectedFields: { phone: true },
        selectedFieldMappings: { stage: 'lifecycle' },
      },
      companies: { objectName: 'companies', selectedFields: { name: true }, selectedFieldMappings: {} },
    },
  },
};
