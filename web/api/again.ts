const AGAIN = 'causeway:again';

/** Repeats at once every polled request and every request that got no answer. */
export function askAgain(): void {
  window.dispatchEvent(new Event(AGAIN));
}

/** Calls `ask` when it should ask immediately: on request, when the network is back, or when the tab is visible again. Returns a
 * function that stops this. */
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
