import grpc from '@grpc/grpc-js';

type Channel = Pick<grpc.Channel, 'getConnectivityState' | 'watchConnectivityState'>;

/** How long a call waits for a connection to its service; long enough for a rolling restart of one replica. Ms. */
const CONNECT_TIMEOUT_MS = 1_500;

/**
 * Calls `fail` unless the channel connects in time. So a call to a service that does not run fails before the deadline
 * of the call.
 */
export function failUnlessConnected(channel: Channel, fail: () => void, withinMs = CONNECT_TIMEOUT_MS): void {
  const until = new Date(Date.now() + withinMs);
  function look(): void {
    const state = channel.getConnectivityState(true);
    if (state === grpc.connectivityState.READY || state === grpc.connectivityState.SHUTDOWN) return;
    channel.watchConnectivityState(state, until, (late) => (late ? fail() : look()));
  }
  look();
}

export function isConnected(channel: Channel): boolean {
  return channel.getConnectivityState(false) === grpc.connectivityState.READY;
}
