import { connect } from 'node:net';

/**
 * Sends exactly these bytes to a local port. Returns the received text when the server closes the connection, or after
 * 5 s.
 */
export function sendRaw(port: string | number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(5_000, () => socket.destroy());
    socket
      .on('data', (chunk) => (text += chunk.toString()))
      .on('close', () => resolve(text))
      .on('error', reject);
  });
}
