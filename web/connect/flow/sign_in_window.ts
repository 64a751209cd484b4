import { textOf } from '../../texts/connect.ts';

/** The message that the sign-in window sends. */
type Message = {
  eventType?: string;
  message?: string;
  data?: { connection?: string; error?: string };
  source?: string;
  params?: Record<string, string>;
};
/** The result of a page: a connection, or the parameters for the next step of a sign-in with several steps. */
export type WindowAnswer = { connectionId: string } | { params: Record<string, string> };

/** The page after a sign-in does not close a window with this name (callback.mjs). */
const NAME = 'causeway-sign-in';

/**
 * The sign-in window. `visit` opens an address of the provider, and resolves with the message of the page after the
 * sign-in.
 */
export type SignInWindow = { visit(address: string): Promise<WindowAnswer> };

/**
 * Opens one window for all addresses of a sign-in. Call it in a click handler, because a browser blocks a window that
 * opens later. Throws an error with a message for the customer.
 */
export async function withSignInWindow<T>(signIn: (window: SignInWindow) => Promise<T>): Promise<T> {
  const popup = window.open('', NAME, 'popup,width=640,height=760');
  if (!popup) throw new Error(textOf('oauth.blocked'));
  try {
    return await signIn({
      visit(address) {
        popup.location.replace(address);
        return answerOf(popup);
      },
    });
  } finally {
    popup.close();
  }
}

function answerOf(popup: Window): Promise<WindowAnswer> {
  return new Promise((resolve, reject) => {
    const end = () => {
      window.clearInterval(timer);
      window.removeEventListener('message', onMessage);
    };
    const timer = window.setInterval(() => {
      if (!popup.closed) return;
      end();
      reject(new Error(textOf('oauth.closed')));
    }, 1_000);
    const onMessage = ({ origin, source, data }: MessageEvent<Message | undefined>) => {
      if (origin !== location.origin || source !== popup || !data) return;
      if (data.params) resolve({ params: data.params });
      else if (data.data?.connection) resolve({ connectionId: data.data.connection });
      else if (data.eventType) reject(new Error(data.message ?? data.data?.error ?? textOf('problem.title')));
      else return;
      end();
    };
    window.addEventListener('message', onMessage);
  });
}
