import { textOf } from '../../texts/connect.ts';

/** What the window of a sign-in sent. */
type Message = {
  eventType?: string;
  message?: string;
  data?: { connection?: string; error?: string };
  source?: string;
  params?: Record<string, string>;
};
/** A connection, or the parameters with which a sign-in in steps goes on. */
export type WindowAnswer = { connectionId: string } | { params: Record<string, string> };

/**
 * Opens the page before a provider's sign-in in a window, within a click, and waits for what it sends. `address` may
 * come later. Throws an error whose message the customer can read.
 */
export async function inWindow(address: () => Promise<string>): Promise<WindowAnswer> {
  const popup = window.open('', '_blank', 'popup,width=640,height=760');
  if (!popup) throw new Error(textOf('oauth.blocked'));
  try {
    popup.location.replace(await address());
    return await answerOf(popup);
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
