const AGAIN = 'causeway:again';

/** Everything that is polled, or was not answered, is asked at once. */
export function askAgain(): void {
  window.dispatchEvent(new Event(AGAIN));
}

/** Calls `ask` when it is worth asking at once: somebody wants it, the network is back, or the tab is seen again. Returns its end. */
export function onAgain(ask: () => void): () => void {
  const onShow = () => {
    if (!document.hidden) ask();
  };
  window.addEventListener(AGAIN, ask);
  window.addEventListener('online', ask);
  document.addEventListener('visibilitychange', onShow);
  return () => {
    window.removeEventListener(AGAIN, ask);
    window.removeEventListener('online', ask);
    document.removeEventListener('visibilitychange', onShow);
  };
}
