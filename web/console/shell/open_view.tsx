import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useMemo, useState } from 'preact/hooks';
import { makePollProblems, PollProblemsContext } from '../../api/poll_problems.ts';
import { onRetryNow } from '../../api/retry_now.ts';
import { ProblemBox } from '../../ui/problem_box.tsx';
import { views } from './views.ts';

/** The interval at which a missing bundle asks for the page, in milliseconds. */
const LOOK_AGAIN_MS = 5_000;
/** The min time between two reloads, in milliseconds. A reload that did not help is not repeated immediately. */
const RELOADED_LATELY_MS = 60_000;
const RELOADED = 'causeway-reloaded';

/** Shows the view that the address names. Its bundle is loaded when the view is first opened. */
export function OpenView({ view }: { view: string }) {
  const [Loaded, setLoaded] = useState<{ component: ComponentType } | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [crash] = useErrorBoundary();
  const pollProblems = useMemo(makePollProblems, [view]);
  const known = views.find(({ path }) => path === view);
  useEffect(() => {
    known?.load().then(
      (component) => setLoaded({ component }),
      () => setMissing(true),
    );
  }, [view]);
  if (!known) return <p>There is no view of that name. Choose one from the menu.</p>;
  if (crash) return <Failed text="This view failed. Reload the page; if it fails again, tell the operator." />;
  if (isMissing) return <Missing />;
  if (!Loaded) return <p class="soft">Loading …</p>;
  return (
    <PollProblemsContext.Provider value={pollProblems}>
      <Loaded.component />
    </PollProblemsContext.Provider>
  );
}

/**
 * Shown when a bundle could not be loaded. A browser may not request it twice, so the page reloads as soon as the
 * platform answers: the platform has restarted, perhaps with a newer version whose bundles have other names.
 */
function Missing() {
  useEffect(() => {
    const look = async () => {
      const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
      const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
      if (!answer?.ok || Date.now() - last < RELOADED_LATELY_MS) return;
      sessionStorage.setItem(RELOADED, String(Date.now()));
      location.reload();
    };
    void look();
    const timer = window.setInterval(look, LOOK_AGAIN_MS);
    const off = onRetryNow(() => void look());
    return () => {
      window.clearInterval(timer);
      off();
    };
  }, []);
  return <Failed text="This view could not be loaded. The page is loaded again when the platform answers." />;
}

function Failed({ text }: { text: string }) {
  return (
    <>
      <ProblemBox problem={text} />
      <button type="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    </>
  );
}
