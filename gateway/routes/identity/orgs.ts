import { toIso } from '../../../lib/time/iso.ts';
import type { Builder__Output as BuilderMessage } from '../../../protos/gen/causeway/identity/v1/Builder.ts';
import type { BuilderInfo__Output as BuilderInfoMessage } from '../../../protos/gen/causeway/identity/v1/BuilderInfo.ts';
import type { Org__Output as OrgMessage } from '../../../protos/gen/causeway/identity/v1/Org.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { times } from '../times.ts';
import { actorOf } from './actor.ts';
import { projectJson } from './projects.ts';

type Operations = 'createOrg' | 'getOrg' | 'updateOrg' | 'listOrgBuilders' | 'getMyInfo';

export function orgRoutes({ identity }: Services): Routes<Operations> {
  return {
    async createOrg({ call, caller, body }) {
      return orgJson(await identity.createOrg(call, { actor: actorOf(caller), label: body.label }));
    },
    async getOrg({ call, caller, path }) {
      return orgJson(await identity.getOrg(call, { actor: actorOf(caller), orgId: path.orgId }));
    },
    async updateOrg({ call, caller, path, body: { updateMask, org } }) {
      const request = { actor: actorOf(caller), orgId: path.orgId, updateMask, label: org.label ?? '' };
      return orgJson(await identity.updateOrg(call, request));
    },
    async listOrgBuilders({ call, caller, path, query }) {
      return listAnswer(query, {
        load: async (pageToken) => {
          const request = { actor: actorOf(caller), orgId: path.orgId, pageToken };
          const { builders: items, nextPageToken } = await identity.listOrgBuilders(call, request);
          return { items, nextPageToken };
        },
        toJson: builderJson,
      });
    },
    async getMyInfo({ call, caller }) {
      return builderInfoJson(await identity.getMyInfo(call, { actor: actorOf(caller) }));
    },
  };
}

export function builderInfoJson({ builder, projectRoles, orgRole }: BuilderInfoMessage): Json<'BuilderInfo'> {
  if (!builder) throw new Error('Identity told of no builder.');
  const roles = projectRoles.flatMap(({ role, principalType, principalId, project }) =>
    project ? [[project.id, { ...roleJson({ role, principalType, principalId }), project: projectJson(project) }]] : [],
  );
  return {
    builder: builderJson(builder),
    projectRoles: Object.fromEntries(roles) as Json<'BuilderInfo'>['projectRoles'],
    ...(orgRole?.org && { orgRole: { ...roleJson(orgRole), org: orgJson(orgRole.org) } }),
  };
}

function roleJson<Role>({
  role,
  principalType,
  principalId,
}: {
  role: string;
  principalType: string;
  principalId: string;
}) {
  return { role: role as Role, principalType: principalType as Json<'PrincipalType'>, principalId };
}

function orgJson({ id, label, defaultTeamId, ...when }: OrgMessage): Json<'Org'> {
  return { id, label, defaultTeamId, ...times(when) };
}

export function builderJson(builder: BuilderMessage): Json<'Builder'> {
  const { id, idpProvider, idpRef, firstName, lastName, primaryEmail, createTime, role } = builder;
  const fullName = [firstName, lastName].filter(Boolean).join(' ');
  return {
    id,
    idpProvider,
    idpRef,
    createTime: toIso(createTime),
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(fullName && { fullName }),
    ...(primaryEmail && { primaryEmail }),
    ...(role && { role: role as Json<'OrgRoleName'> }),
  };
}
