import { ApiProblem } from '../api/api_problem.ts';

/** Shows the cause and the remedy of a problem, in the words of the platform. */
export function ProblemBox({ problem }: { problem: unknown }) {
  if (problem === null || problem === undefined) return null;
  const known = problem instanceof ApiProblem ? problem : null;
  return (
    <div class="problem" role="alert">
      <strong>{known?.title ?? 'The page failed'}</strong>
      <div>{known ? known.detail : String(problem)}</div>
      {known?.issues.map(({ name, detail }) => (
        <div key={`${name} ${detail}`}>
          <code>{name}</code> {detail}
        </div>
      ))}
      {known?.remedy && <div>{known.remedy}</div>}
      {known?.requestId && <div class="soft">Request {known.requestId}</div>}
    </div>
  );
}
