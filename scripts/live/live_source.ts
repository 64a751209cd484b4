import type { ScenarioObject } from '../scenario/manifest.ts';

/** An application that we did not write, installed, seeded and running on loopback. */
export type LiveSource = {
  url: string;
  provider: string;
  /** Credential fields of a connection request. */
  credentials: Record<string, unknown>;
  objects: ScenarioObject[];
  /** By object: how many records its own database holds. */
  counts: Record<string, number>;
  stop(): Promise<void>;
};

/** `folder` is empty and the source's own. */
export type StartLiveSource = (folder: string, say: (line: string) => void) => Promise<LiveSource>;
