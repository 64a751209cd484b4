import type { Knex } from 'knex';
import type { OauthSession, OauthSessionStore } from '../domain/oauth_session.ts';

type Row = {
  id: string;
  project_id: string;
  state_hash: string;
  provider: string;
  provider_app_id: string;
  connection_id: string | null;
  page_id: string | null;
  creates_only: number | boolean | null;
  group_ref: string;
  group_name: string;
  consumer_ref: string;
  consumer_name: string;
  workspace_ref: string;
  metadata: string;
  code_challenge_method: string | null;
  sealed_verifier: string;
  create_time: number;
  expire_time: number;
};
const COLUMNS = [
  'id',
  'project_id',
  'state_hash',
  'provider',
  'provider_app_id',
  'connection_id',
  'page_id',
  'creates_only',
  'group_ref',
  'group_name',
  'consumer_ref',
  'consumer_name',
  'workspace_ref',
  'metadata',
  'code_challenge_method',
  'sealed_verifier',
  'create_time',
  'expire_time',
] as const;

export function sqlOauthSessionStore(db: Knex): OauthSessionStore {
  const sessions = () => db<Row>('oauth_sessions');
  return {
    async insert(session) {
      await sessions().insert({
        id: session.id,
        project_id: session.projectId,
        state_hash: session.stateHash,
        provider: session.provider,
        provider_app_id: session.providerAppId,
        connection_id: session.connectionId,
        page_id: session.pageId,
        creates_only: session.createsOnly,
        group_ref: session.groupRef,
        group_name: session.groupName,
        consumer_ref: session.consumerRef,
        consumer_name: session.consumerName,
        workspace_ref: session.workspaceRef,
        metadata: session.metadataJson,
        code_challenge_method: session.codeChallengeMethod,
        sealed_verifier: session.sealedVerifier,
        create_time: session.createTime,
        expire_time: session.expireTime,
      });
    },
    /** The delete decides: of two concurrent callbacks with one state, only one removes the row. */
    async consume(stateHash, now) {
      const row = await sessions()
        .where({ state_hash: stateHash })
        .where('expire_time', '>', now)
        .first(...COLUMNS);
      const taken = row ? await sessions().where({ id: row.id }).del() : 0;
      return row && taken > 0 ? toSession(row) : undefined;
    },
    async removeExpired(now, limit) {
      const ids: string[] = await sessions()
        .where('expire_time', '<=', now)
        .orderBy('expire_time')
        .limit(limit)
        .pluck('id');
      return ids.length === 0 ? 0 : sessions().whereIn('id', ids).del();
    },
  };
}

function toSession(row: Row): OauthSession {
  return {
    id: row.id,
    projectId: row.project_id,
    stateHash: row.state_hash,
    provider: row.provider,
    providerAppId: row.provider_app_id,
    connectionId: row.connection_id,
    pageId: row.page_id,
    createsOnly: Boolean(row.creates_only),
    groupRef: row.group_ref,
    groupName: row.group_name,
    consumerRef: row.consumer_ref,
    consumerName: row.consumer_name,
    workspaceRef: row.workspace_ref,
    metadataJson: row.metadata,
    codeChallengeMethod: row.code_challenge_method === 'S256' ? 'S256' : null,
    sealedVerifier: row.sealed_verifier,
    createTime: row.create_time,
    expireTime: row.expire_time,
  };
}
