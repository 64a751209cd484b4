import { useEffect, useState } from 'preact/hooks';
import { BASE } from '../../api/page_settings.ts';
import { postSession } from '../../api/session.ts';
import { takeToken } from '../../api/take_token.ts';
import { useAnswer } from '../../api/use_answer.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { ProblemBox } from '../../ui/problem_box.tsx';
import { addressOfPlace } from '../place/place.ts';

const askOptions = () => postSession<{ issuer: string }>('/console/session/options');

/** Signs in with the link in the address, or at the OIDC issuer of the platform. */
export function SignIn() {
  const [token, setToken] = useState(takeToken);
  const options = useAnswer(askOptions);
  const issuer = options.answer?.issuer ?? '';
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    document.title = 'Sign in · Causeway';
    // A link that is opened in this tab changes only the fragment, which does not load the page again.
    const take = () => setToken((held) => takeToken() || held);
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  const useLink = async () => {
    setProblem(null);
    try {
      await postSession('/console/session/link', { token });
      location.assign(addressOfPlace({ project: '' }));
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <main class="sign-in">
      <h1>Sign in to Causeway</h1>
      <ProblemBox problem={problem ?? options.problem} />
      {token !== '' && (
        <p>
          <button type="button" class="primary" onClick={useLink}>
            Continue
          </button>
        </p>
      )}
      {issuer !== '' && (
        <p>
          <a class="button primary" href={`${BASE}/console/sign-in/start`} target="_self">
            Sign in at {new URL(issuer).host}
          </a>
        </p>
      )}
      {token === '' && (
        <div>
          <p>
            {issuer === '' ? 'Open a sign-in link.' : 'Or open a sign-in link.'} On the machine that runs Causeway, this
            prints one:
          </p>
          <CodeBlock label="Command" text="npm run token -- --link" />
        </div>
      )}
    </main>
  );
}
