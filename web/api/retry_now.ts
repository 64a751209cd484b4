const AGAIN = 'causeway:again';

/** Repeats every polled request, and every request without an answer, immediately. */
export function retryNow(): void {
  window.dispatchEvent(new Event(AGAIN));
}

/**
 * Calls `ask` whenever it should ask immediately: after `retryNow`, when the network is back, or when the tab becomes
 * visible. Returns a function that ends this.
 */
export function onRetryNow(ask: () => void): () => void {
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
