import { retryNow } from '../../api/retry_now.ts';
import { Time } from '../../ui/time.tsx';
import { addressOfPlace } from '../place/place.ts';
import { useReach } from '../place/reach.ts';

/** A banner above every view while the platform does not answer or nobody is signed in, with the next step. */
export function ReachBanner() {
  const { state, since } = useReach();
  if (state === 'ok') return null;
  return (
    <div class="problem reach" role="alert">
      {state === 'unavailable' ? (
        <>
          <strong>The platform does not answer</strong>
          <div>
            What is on screen is from before <Time at={since} />. The page asks again every few seconds, and goes on by
            itself.
          </div>
        </>
      ) : (
        <>
          <strong>You are signed out</strong>
          <div>
            The session has ended, or you signed out in another tab. What is on screen is from before{' '}
            <Time at={since} />. Sign in in another tab: this page then goes on by itself.
          </div>
        </>
      )}
      <div class="row">
        {state === 'signedOut' && (
          <a class="button primary" href={addressOfPlace({ project: 'sign-in' })} target="_blank" rel="noreferrer">
            Sign in
          </a>
        )}
        <button type="button" onClick={retryNow}>
          Try now
        </button>
      </div>
    </div>
  );
}
