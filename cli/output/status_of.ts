type Reason = {
  code: string;
  level: string;
  detail: string;
  since?: string;
  objectName?: string;
  destinationId?: string;
};
type Installation = {
  id: string;
  integrationId: string;
  group?: { groupRef: string };
  healthReasons: Reason[];
};
type Destination = {
  id: string;
  name: string;
  health?: {
    state: string;
    since?: string;
    failures?: number;
    lastStatus?: number;
    lastError?: string;
    reason?: string;
    nextProbeTime?: string;
  };
};
type Backlog = { destinationId: string; waiting: number; held: number; isMore: boolean; oldestTime?: string };

/** The API's responses about a project. */
export type Facts = {
  installations: Installation[];
  integrations: { id: string; name: string }[];
  destinations: Destination[];
  backlogs: Backlog[];
};

/** One problem. `what` names the affected object for people; `command` shows more about the problem or corrects it. */
export type Finding = {
  level: 'error' | 'warning';
  what: string;
  code: string;
  /** The affected objects; empty when the problem concerns no particular object. */
  objectNames: string[];
  since?: string | undefined;
  detail: string;
  command: string;
};

/**
 * `checked`: the number of installations and destinations. `findings`: errors first, then by start time, the oldest
 * first.
 */
export type Status = {
  state: 'ok' | 'warning' | 'error';
  checked: { installations: number; destinations: number };
  findings: Finding[];
};

/** The problems of a project, according to the API's data about its destinations and installations. */
export function statusOf({ installations, integrations, destinations, backlogs }: Facts): Status {
  const integrationNames = new Map(integrations.map(({ id, name }) => [id, name]));
  const destinationNames = new Map(destinations.map(({ id, name }) => [id, name]));
  const findings = [
    ...destinations.flatMap((one) => ofDestination(one, backlogs)),
    ...installations.flatMap((one) => ofInstallation(one, integrationNames, destinationNames)),
  ].toSorted((a, b) => a.level.localeCompare(b.level) || (a.since ?? '').localeCompare(b.since ?? ''));
  return {
    state: findings[0]?.level ?? 'ok',
    checked: { installations: installations.length, destinations: destinations.length },
    findings,
  };
}

function ofDestination({ id, name, health }: Destination, backlogs: Backlog[]): Finding[] {
  if (!health || health.state === 'ok') return [];
  const { state, since, failures = 0, lastStatus, lastError, reason, nextProbeTime } = health;
  const why = {
    failing: `${failures} attempts failed in a row, the last with ${lastStatus ? `status ${lastStatus}` : (lastError ?? 'no answer')}.`,
    disabled: `It takes no messages: ${reason ? WHY_DISABLED[reason] : 'it is disabled'}.${nextProbeTime ? ` It is tried again at ${nextProbeTime}.` : ''}`,
  };
  return [
    {
      level: 'error',
      what: `destination ${name}`,
      code: state,
      objectNames: [],
      since,
      detail: `${why[state as keyof typeof why] ?? `It is ${state}.`} ${waitingText(backlogs.find((one) => one.destinationId === id))}`,
      command: `causeway deliveries list --destination ${shellWord(name)}`,
    },
  ];
}

const WHY_DISABLED: Readonly<Record<string, string>> = {
  requested: 'somebody disabled it',
  gone: 'the receiver answered 410',
  failures: 'it only failed for too long',
};

function waitingText(backlog: Backlog | undefined): string {
  if (!backlog || backlog.waiting + backlog.held === 0) return 'Nothing waits for it.';
  const { waiting, held, isMore, oldestTime } = backlog;
  const oldest = oldestTime ? `, the oldest since ${oldestTime}` : '';
  return `${isMore ? 'More than ' : ''}${waiting + held} of its messages wait${oldest}.`;
}

type Names = ReadonlyMap<string, string>;

/**
 * The problems of one installation. `names`: the names of integrations by id. `destinations`: the names of destinations
 * by id.
 */
function ofInstallation(installation: Installation, names: Names, destinations: Names): Finding[] {
  const { id, integrationId, group, healthReasons } = installation;
  const integration = names.get(integrationId) ?? integrationId;
  const groupRef = group?.groupRef ?? '';
  const found = new Map<string, Finding>();
  for (const { code, level, detail, since, objectName, destinationId } of healthReasons) {
    const key = `${code} ${destinationId ?? ''} ${detail}`;
    const same = found.get(key);
    if (same) same.objectNames.push(...(objectName ? [objectName] : []));
    else
      found.set(key, {
        level: level === 'error' ? 'error' : 'warning',
        what: `installation of ${integration} for ${groupRef}`,
        code,
        objectNames: objectName ? [objectName] : [],
        since,
        detail,
        command: destinationId
          ? `causeway deliveries list --destination ${shellWord(destinations.get(destinationId) ?? destinationId)}`
          : commandFor(code, { id, integration, groupRef }),
      });
  }
  return [...found.values()];
}

function commandFor(code: string, { id, integration, groupRef }: Record<'id' | 'integration' | 'groupRef', string>) {
  if (code === 'badCredentials') return `causeway connect ${shellWord(groupRef)} ${shellWord(integration)}`;
  if (code === 'readsFailing') return `causeway operations list --installation ${id} --status failure`;
  if (code.startsWith('destination')) return 'causeway destinations list';
  return `causeway operations list --installation ${id}`;
}

/** Quotes a name, if necessary, as one word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
