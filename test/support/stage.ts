import type { Environment } from '../../lib/config/settings.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder } from './builder.ts';
import { startTestPlatform, type TestPlatform } from './platform.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from './webhook_receiver.ts';

/** The setup of a test of the whole platform: a sandbox to read from, the platform, and a webhook that receives. */
export type Stage = {
  platform: TestPlatform;
  builder: Builder;
  sandbox: Sandbox;
  receiver: Receiver;
  /** The id of the destination `main`, which delivers to the receiver. */
  destinationId: string;
  stop(): Promise<void>;
};

/** Starts all three. `receiving`: how the receiver answers. */
export async function startStage(
  options: SandboxOptions,
  settings?: Environment,
  receiving?: ReceiverOptions,
): Promise<Stage> {
  const [sandbox, receiver, platform] = await Promise.all([
    startSandbox(options),
    startReceiver(receiving),
    startTestPlatform(settings),
  ]);
  const builder = aBuilder(platform);
  return {
    platform,
    builder,
    sandbox,
    receiver,
    destinationId: await builder.addDestination('main', receiver),
    async stop() {
      await platform.stop();
      await receiver.stop();
      await sandbox.stop();
    },
  };
}
