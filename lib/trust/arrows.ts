/**
 * The processes that own data. The gateway and other services call them, and they produce and consume events. A service
 * is listed after the services that it calls. The services start in this order.
 */
export const SERVICES = ['identity', 'installation', 'reads', 'writes', 'notifications'] as const;
export type Service = (typeof SERVICES)[number];
/** The processes of a deployment. If process keys are set, each process has its own key. */
export const PROCESSES = ['gateway', ...SERVICES] as const;
export type ProcessName = (typeof PROCESSES)[number];

/**
 * The arrows of docs/architecture.md: for each process, the methods that it may call on each service. Every other call
 * is refused. A process gets only the methods that it needs, so that a stolen key of a service cannot issue credentials
 * of people or read them. An empty list allows only the RPCs that carry events while the bus is unavailable
 * (lib/events/direct).
 */
export const grantedMethods = {
  gateway: {
    identity: [
      'Authenticate',
      'EnsureBootstrap',
      'IssueBuilderToken',
      'CreateSignInLink',
      'SpendSignInLink',
      'GetSignInOptions',
      'StartSignIn',
      'FinishSignIn',
      'RefreshConsoleSession',
      'EndConsoleSession',
      'IssueConnectKey',
      'GetProject',
      'ListProjects',
      'CreateProject',
      'UpdateProject',
      'GetBranding',
      'UpdateBranding',
      'ListApiKeys',
      'ListAuditEntries',
      'CreateOrg',
      'GetOrg',
      'UpdateOrg',
      'ListOrgBuilders',
      'GetMyInfo',
      'CreateInvite',
      'ListInvites',
      'GetInvite',
      'DeleteInvite',
      'AcceptInvite',
      'AddMember',
      'UpdateMember',
      'RemoveMember',
      'ListClaimedDomains',
      'CheckClaimedDomain',
      'ClaimDomain',
      'VerifyClaimedDomain',
      'GetOrgBillingAccount',
      'OpenBillingSession',
      'GetBillingSession',
      'CreateApiKey',
      'GetApiKey',
      'UpdateApiKey',
      'DeleteApiKey',
      'CreateJwtKey',
      'ListJwtKeys',
      'GetJwtKey',
      'UpdateJwtKey',
      'DeleteJwtKey',
    ],
    installation: [
      'ListProviders',
      'GetProvider',
      'PreviewProvider',
      'CreateProviderApp',
      'ListProviderApps',
      'UpdateProviderApp',
      'DeleteProviderApp',
      'StartOauth',
      'RestartOauth',
      'GetSignIn',
      'ContinueSignIn',
      'FindOpener',
      'CompleteOauth',
      'StartCustomAuth',
      'ResumeCustomAuth',
      'GenerateConnection',
      'ListConnections',
      'GetConnection',
      'UpdateConnection',
      'DeleteConnection',
      'ListManifestDestinations',
      'FindDestinationUsers',
      'BatchUpsertIntegrations',
      'CreateIntegration',
      'CreateConnectSession',
      'GetConnectSession',
      'OpenConnectSession',
      'FinishConnectSession',
      'ListRevisions',
      'GetRevision',
      'CreateRevision',
      'DeleteIntegration',
      'GenerateUploadUrl',
      'UploadSource',
      'ListIntegrations',
      'GetIntegration',
      'CreateInstallation',
      'BatchGetInstallations',
      'ListInstallations',
      'UpdateInstallation',
      'PatchObjectConfig',
      'DeleteInstallation',
      'GetObjectMetadata',
      'UpsertObjectMetadata',
      'HydrateRevision',
    ],
    reads: [
      'TriggerRead',
      'PauseReads',
      'UnpauseReads',
      'ListSchedules',
      'DeliverResults',
      'GetOperation',
      'ReplayOperation',
      'ListOperations',
      'ListOperationLogs',
      'ListRecordCounts',
      'GetBackfillProgress',
      'GetLargeResult',
    ],
    writes: [
      'WriteRecords',
      'GetOperation',
      'ListOperations',
      'ListOperationLogs',
      'ListRecordCounts',
      'ListProxyCounts',
    ],
    notifications: [
      'CreateDestination',
      'ListDestinations',
      'GetDestination',
      'UpdateDestination',
      'TestDestination',
      'ResolveDestinations',
      'StartDestinationDeletion',
      'CancelDestinationDeletion',
      'DeleteDestination',
      'ListDeliveries',
      'GetDelivery',
      'ResendDelivery',
      'StartRecovery',
      'ListRecoveries',
      'GetRecovery',
      'CancelRecovery',
      'ListDeliveryCounts',
      'ListBacklogs',
      'CreateTopic',
      'ListTopics',
      'UpdateTopic',
      'DeleteTopic',
      'CreateEventTopicRoute',
      'ListEventTopicRoutes',
      'DeleteEventTopicRoute',
      'CreateTopicDestinationRoute',
      'ListTopicDestinationRoutes',
      'DeleteTopicDestinationRoute',
    ],
  },
  identity: {},
  installation: { identity: [] },
  reads: {
    installation: [
      'ListReadPlans',
      'ListInstallationKeys',
      'FindReadPlan',
      'GetCallAuth',
      'ReportRejected',
      'DrawPermits',
      'CloseRateBudget',
      'ListClosedRateBudgets',
      'AdoptRateBudgets',
    ],
    identity: [],
  },
  writes: {
    installation: [
      'FindWritePlan',
      'FindProxyPlan',
      'GetCallAuth',
      'ReportRejected',
      'DrawPermits',
      'CloseRateBudget',
      'ListClosedRateBudgets',
    ],
    identity: [],
  },
  notifications: { reads: ['BatchGetMessages'], writes: [], installation: [], identity: [] },
} as const satisfies Record<ProcessName, { readonly [S in Service]?: readonly string[] }>;

/** The services to which `S` has an arrow. */
export type CalleeName<S extends Service> = keyof (typeof grantedMethods)[S] & Service;

export function calleesOf(caller: ProcessName): Service[] {
  return Object.keys(grantedMethods[caller]) as Service[];
}

export function callsService(caller: ProcessName, callee: Service): boolean {
  return callee in grantedMethods[caller];
}

/** Granted along every arrow between services. lib/events/direct checks the events of each call. */
const EVENT_METHODS = ['PullEvents', 'AcknowledgeEvents', 'PushEvents'];

/** Whether a process may call a method of a service, written `identity/GetProject`, `events/PullEvents`. */
export function mayCall(caller: ProcessName, callee: Service, rpc: string): boolean {
  const [service, method = ''] = rpc.split('/');
  if (service === 'events')
    return caller !== 'gateway' && callsService(caller, callee) && EVENT_METHODS.includes(method);
  if (service === 'versions') return caller === 'gateway' && method === 'GetVersion';
  const methods: { readonly [S in Service]?: readonly string[] } = grantedMethods[caller];
  return service === callee && Boolean(methods[callee]?.includes(method));
}

export function isProcessName(text: string): text is ProcessName {
  return (PROCESSES as readonly string[]).includes(text);
}
