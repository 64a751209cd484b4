import type { ComponentType } from 'preact';

export type View = {
  /** The name of the view in the address. */
  path: string;
  title: string;
  load(): Promise<ComponentType>;
};

/** Every view, in the order of the menu. A view's code is loaded when the view is first opened. */
export const groups: readonly { title: string; views: readonly View[] }[] = [
  {
    title: 'Today',
    views: [
      {
        path: 'overview',
        title: 'Overview',
        load: async () => (await import('../views/overview/overview.tsx')).Overview,
      },
      {
        path: 'installations',
        title: 'Installations',
        load: async () => (await import('../views/installations/installations.tsx')).Installations,
      },
      {
        path: 'operations',
        title: 'Operations',
        load: async () => (await import('../views/operations/operations.tsx')).Operations,
      },
      {
        path: 'deliveries',
        title: 'Deliveries',
        load: async () => (await import('../views/deliveries/deliveries.tsx')).Deliveries,
      },
      {
        path: 'connections',
        title: 'Connections',
        load: async () => (await import('../views/connections/connections.tsx')).Connections,
      },
    ],
  },
  {
    title: 'Set up',
    views: [
      {
        path: 'integrations',
        title: 'Integrations',
        load: async () => (await import('../views/integrations/integrations.tsx')).Integrations,
      },
      {
        path: 'destinations',
        title: 'Destinations',
        load: async () => (await import('../views/destinations/destinations.tsx')).Destinations,
      },
      {
        path: 'routes',
        title: 'Topics and routes',
        load: async () => (await import('../views/routes/routes.tsx')).Routes,
      },
      {
        path: 'providers',
        title: 'Providers',
        load: async () => (await import('../views/providers/providers.tsx')).Providers,
      },
      {
        path: 'provider-apps',
        title: 'Provider apps',
        load: async () => (await import('../views/provider_apps/provider_apps.tsx')).ProviderApps,
      },
    ],
  },
  {
    title: 'Project',
    views: [
      { path: 'keys', title: 'Keys', load: async () => (await import('../views/keys/keys.tsx')).Keys },
      { path: 'members', title: 'Members', load: async () => (await import('../views/members/members.tsx')).Members },
      {
        path: 'audit-log',
        title: 'Audit log',
        load: async () => (await import('../views/audit_log/audit_log.tsx')).AuditLog,
      },
      {
        path: 'settings',
        title: 'Settings',
        load: async () => (await import('../views/settings/settings.tsx')).Settings,
      },
    ],
  },
];

export const views: readonly View[] = groups.flatMap((group) => group.views);
