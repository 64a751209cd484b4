import { useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { usePoll } from '../../../api/use_poll.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { useConsole } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';

/** The builders of the project's org, and the open invites. */
export function Members() {
  const { call, project } = useConsole();
  const path = { orgId: project.orgId };
  const builders = usePoll(call, 'listOrgBuilders', { path, query: { pageSize: 1_000 } });
  const invites = usePoll(call, 'listOrgInvites', { path, query: { pageSize: 1_000 } });
  const [problem, setProblem] = useState<unknown>(null);
  const [removed, setRemoved] = useState<Schema<'Builder'> | null>(null);
  const change = async (builderId: string, role: string) => {
    setProblem(null);
    await call('updateOrgBuilder', { path: { ...path, builderId }, body: { role } }).catch(setProblem);
    builders.refresh();
  };
  const revoke = async ({ id }: Schema<'Invite'>) => {
    setProblem(null);
    await call('deleteOrgInvite', { path: { ...path, inviteId: id } }).catch(setProblem);
    invites.refresh();
  };
  return (
    <Page title="Members" problem={builders.problem ?? invites.problem ?? problem}>
      <Table<Schema<'Builder'>>
        name="Members"
        rows={builders.data}
        keyOf={({ id }) => id}
        empty="Nobody is a member."
        columns={[
          { title: 'Name', cell: ({ fullName }) => fullName },
          { title: 'E-mail', cell: ({ primaryEmail }) => primaryEmail },
          { title: 'Signs in by', cell: ({ idpProvider }) => idpProvider },
          { title: 'First sign-in', cell: ({ createTime }) => <Time at={createTime} /> },
          { title: 'Role', cell: (builder) => <Role builder={builder} onChange={change} /> },
          {
            title: 'Change',
            cell: (builder) => (
              <button
                type="button"
                class="danger"
                aria-label={`Remove ${builder.fullName ?? builder.primaryEmail}`}
                onClick={() => setRemoved(builder)}
              >
                Remove
              </button>
            ),
          },
        ]}
      />
      {removed && (
        <Confirm
          title={`Remove ${removed.fullName ?? removed.primaryEmail}?`}
          action="Remove"
          isDanger
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            await call('removeOrgBuilder', { path: { ...path, builderId: removed.id } });
            builders.refresh();
          }}
        >
          <p>What they are signed in to ends at once. API keys that they made stay.</p>
        </Confirm>
      )}
      <h2>Invites</h2>
      <Table<Schema<'Invite'>>
        name="Invites"
        rows={invites.data}
        keyOf={({ id }) => id}
        empty="Nobody is invited."
        columns={[
          { title: 'E-mail', cell: ({ invitedEmail }) => invitedEmail },
          { title: 'Status', cell: ({ status }) => <Badge>{status}</Badge> },
          { title: 'Since', cell: ({ createTime }) => <Time at={createTime} /> },
          {
            title: 'Change',
            cell: (invite) =>
              invite.status === 'pending' && (
                <button
                  type="button"
                  aria-label={`Revoke the invite of ${invite.invitedEmail}`}
                  onClick={() => revoke(invite)}
                >
                  Revoke
                </button>
              ),
          },
        ]}
      />
      {builders.data && invites.data && <Invite orgId={project.orgId} onDone={invites.refresh} />}
    </Page>
  );
}

type RoleProps = { builder: Schema<'Builder'>; onChange(builderId: string, role: string): Promise<void> };

const ROLES = ['owner', 'admin', 'member'];

/** Shows a role that this version does not know, and keeps it selected. */
function Role({ builder: { id, fullName, primaryEmail, role }, onChange }: RoleProps) {
  return (
    <select
      aria-label={`Role of ${fullName ?? primaryEmail}`}
      value={role ?? ''}
      onChange={({ currentTarget }) => onChange(id, currentTarget.value)}
    >
      {[...new Set([...ROLES, role ?? ''])].filter(Boolean).map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

function Invite({ orgId, onDone }: { orgId: string; onDone(): void }) {
  const { call } = useConsole();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<unknown>(null);
  const [said, setSaid] = useState('');
  const invite = async (event: Event) => {
    event.preventDefault();
    setProblem(null);
    setSaid('');
    try {
      await call('createOrgInvite', { path: { orgId }, body: { email } });
      setSaid(`${email} is a member after signing in with this address and accepting.`);
      setEmail('');
      onDone();
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <form class="card" aria-label="Invite somebody" onSubmit={invite}>
      <h2>Invite somebody</h2>
      <TextField label="E-mail" type="email" value={email} onValue={setEmail} isRequired />
      <p role="status">{said}</p>
      <ProblemBox problem={problem} />
      <button type="submit" class="primary">
        Invite
      </button>
    </form>
  );
}
