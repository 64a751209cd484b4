import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useMemo, useState } from 'preact/hooks';
import { onAgain } from '../../api/again.ts';
import { makeTroubles, TroublesContext } from '../../api/troubles.ts';
import { ProblemBox } from '../../ui/problem_box.tsx';
import { views } from './views.ts';

/** Ms. */
const LOOK_AGAIN_MS = 5_000;
/** Ms. A reload that did not help is not repeated at once. */
const RELOADED_LATELY_MS = 60_000;
const RELOADED = 'causeway-reloaded';

/** The view that the address names. Its bundle is loaded when it is opened first. */
export function OpenView({ view }: { view: string }) {
  const [Loaded, setLoaded] = useState<{ component: ComponentType } | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [crash] = useErrorBoundary();
  const troubles = useMemo(makeTroubles, [view]);
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
    <TroublesContext.Provider value={troubles}>
      <Loaded.component />
    </TroublesContext.Provider>
  );
}

/**
 * A bundle that could not be loaded. A browser may not ask for it twice, so the page is loaded again as soon as the
 * platform answers: it is restarted, or a newer version runs, whose bundles have other names.
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
    const off = onAgain(() => void look());
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
