import type { Knex } from 'knex';
import type { Connection, ConnectionStatus, FullConnection, Party } from '../domain/connection.ts';
import type { ShownProviderApp } from '../../provider_apps/domain/provider_app.ts';
import type { AuthScheme } from '../../domain/credentials.ts';

/**
 * A connection joined with its group, consumer and provider app, so that a listing is one query. Every column has a
 * prefix, because the hot read also joins the columns of the installation.
 */
const CONNECTION = [
  'id',
  'project_id',
  'provider',
  'group_ref',
  'consumer_ref',
  'workspace_ref',
  'provider_consumer_ref',
  'provider_app_id',
  'auth_scheme',
  'status',
  'status_time',
  'metadata',
  'generation',
  'expire_time',
  'refresh_time',
  'refresh_failures',
  'rejections',
  'rejection_time',
  'create_time',
  'update_time',
] as const;
const PARTY = ['name', 'create_time', 'update_time'] as const;
const APP = ['id', 'client_id', 'external_ref', 'scopes', 'metadata', 'create_time', 'update_time'] as const;

type Columns<P extends string, C extends string, N extends C> = Record<`${P}_${Exclude<C, N>}`, string> &
  Record<`${P}_${N}`, number>;
export type FullRow = Columns<
  'c',
  (typeof CONNECTION)[number],
  'status_time' | 'generation' | 'refresh_failures' | 'rejections' | 'create_time'
> & {
  c_expire_time: number | null;
  c_refresh_time: number | null;
  c_update_time: number | null;
  c_rejection_time: number | null;
  c_provider_app_id: string | null;
} & Columns<'g', (typeof PARTY)[number], 'create_time'> & { g_update_time: number | null } & Columns<
    'k',
    (typeof PARTY)[number],
    'create_time'
  > & { k_update_time: number | null } & Columns<'a', (typeof APP)[number], 'create_time'> & {
    a_id: string | null;
    a_update_time: number | null;
  };

function prefixed(prefix: string, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [`${prefix}_${column}`, `${prefix}.${column}`]));
}

export const FULL_COLUMNS = {
  ...prefixed('c', CONNECTION),
  ...prefixed('g', PARTY),
  ...prefixed('k', PARTY),
  ...prefixed('a', APP),
};

/** Joins group, consumer and provider app of connection `c`. */
export function joinPeople(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query
    .join({ g: 'groups' }, (on) => {
      on.on('g.project_id', 'c.project_id').andOn('g.ref', 'c.group_ref');
    })
    .join({ k: 'consumers' }, (on) => {
      on.on('k.project_id', 'c.project_id').andOn('k.ref', 'c.consumer_ref');
    })
    .leftJoin({ a: 'provider_apps' }, 'a.id', 'c.provider_app_id');
}

export function toFull(row: FullRow): FullConnection {
  const { c_project_id: projectId } = row;
  const group: Party = {
    projectId,
    ref: row.c_group_ref,
    name: row.g_name,
    createTime: row.g_create_time,
    updateTime: row.g_update_time,
  };
  const consumer: Party = {
    projectId,
    ref: row.c_consumer_ref,
    name: row.k_name,
    createTime: row.k_create_time,
    updateTime: row.k_update_time,
  };
  return {
    connection: toConnection(row),
    group,
    consumer,
    providerApp: row.a_id === null ? null : toApp(row, row.a_id),
  };
}

function toApp(row: FullRow, id: string): ShownProviderApp {
  return {
    id,
    projectId: row.c_project_id,
    provider: row.c_provider,
    clientId: row.a_client_id,
    externalRef: row.a_external_ref,
    scopes: JSON.parse(row.a_scopes) as string[],
    metadataJson: row.a_metadata,
    createTime: row.a_create_time,
    updateTime: row.a_update_time,
  };
}

function toConnection(row: FullRow): Connection {
  return {
    id: row.c_id,
    projectId: row.c_project_id,
    provider: row.c_provider,
    groupRef: row.c_group_ref,
    consumerRef: row.c_consumer_ref,
    workspaceRef: row.c_workspace_ref,
    providerConsumerRef: row.c_provider_consumer_ref,
    providerAppId: row.c_provider_app_id,
    authScheme: row.c_auth_scheme as AuthScheme,
    status: row.c_status as ConnectionStatus,
    statusTime: row.c_status_time,
    metadataJson: row.c_metadata,
    generation: row.c_generation,
    expireTime: row.c_expire_time,
    refreshTime: row.c_refresh_time,
    refreshFailures: row.c_refresh_failures,
    rejections: row.c_rejections,
    rejectionTime: row.c_rejection_time,
    createTime: row.c_create_time,
    updateTime: row.c_update_time,
  };
}
