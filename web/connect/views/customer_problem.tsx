import { ApiProblem } from '../../api/api_problem.ts';
import { textOf } from '../../texts/connect.ts';

/** Shows a problem and the next step in plain words for a customer, without technical details. */
export function CustomerProblem({ problem, app }: { problem: unknown; app: string }) {
  if (problem === null || problem === undefined) return null;
  const known = problem instanceof ApiProblem ? problem : null;
  return (
    <div class="problem" role="alert">
      <strong>{textOf('problem.title')}</strong>
      <div>{known ? known.detail : problem instanceof Error ? problem.message : ''}</div>
      {known?.issues.map(({ name, detail }) => (
        <div key={name}>
          {name}: {detail}
        </div>
      ))}
      <div>{textOf('problem.again', { app })}</div>
      {known?.requestId && <div class="soft">{known.requestId}</div>}
    </div>
  );
}
