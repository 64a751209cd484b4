import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ApiProblem } from '../../api/api_problem.ts';
import { addressOf } from '../../api/call.ts';
import type { CallArguments, OperationId } from '../../api/contract.ts';
import { usePollProblems } from '../../api/poll_problems.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { ProblemBox } from '../../ui/problem_box.tsx';
import { useConsole, useLinks } from './console_context.ts';
import { reachOf } from './reach.ts';

type Props = {
  title: string;
  lead?: ComponentChildren;
  actions?: ComponentChildren;
  problem?: unknown;
  /** The call whose answer the view shows. The page makes a curl command from it. */
  asked?: { id: OperationId } & CallArguments;
  children: ComponentChildren;
};

/** The frame of a view: its title, its actions, the last problem, and a curl command for the data of the view. */
export function Page({ title, lead, actions, problem, asked, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { project, place } = useConsole();
  const link = useLinks();
  const pollProblems = usePollProblems();
  const isPolled = problem === null || problem === undefined || pollProblems.has(problem);
  // A failed poll is shown once, above every view. A failed action of the user is shown here.
  const told = isPolled ? (pollProblems.first() ?? problem) : problem;
  const shown = isPolled && reachOf(told) !== 'ok' ? null : told;
  const isMissing = place.rest.length > 0 && isPolled && problem instanceof ApiProblem && isNoSuch(problem);
  useEffect(() => {
    document.title = `${title} · Causeway`;
    // Moves the focus to the heading, so that a screen reader says the new view. The first view does not take the
    // focus.
    if (document.activeElement !== document.body) heading.current?.focus();
  }, [title]);
  return (
    <div>
      <div class="spread">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {!isMissing && <div class="row">{actions}</div>}
      </div>
      {lead && <p class="soft">{lead}</p>}
      <ProblemBox problem={shown} />
      {isMissing ? (
        <p>
          <a href={link(place.view)}>To all {place.view.replaceAll('-', ' ')}</a>
        </p>
      ) : (
        children
      )}
      {asked && !isMissing && (
        <details>
          <summary>The same with curl</summary>
          <CodeBlock label="curl command" text={curlOf(asked, project.id)} />
        </details>
      )}
    </div>
  );
}

/** The address contains an id that does not exist or is not valid. */
function isNoSuch({ status }: ApiProblem): boolean {
  return status === 404 || status === 400;
}

function curlOf({ id, path, query }: { id: OperationId } & CallArguments, projectId: string): string {
  const { method, url } = addressOf(id, { path: { projectIdOrName: projectId, ...path }, ...(query && { query }) });
  const verb = method === 'GET' ? '' : `-X ${method} `;
  return `curl ${verb}-H "X-Api-Key: $CAUSEWAY_API_KEY" '${location.origin}${url.replaceAll("'", '%27')}'`;
}
