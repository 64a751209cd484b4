import type { ScenarioObject } from '../scenario/manifest.ts';

/** A third-party application, installed, seeded and running on loopback. */
export type LiveSource = {
  url: string;
  provider: string;
  /** Credential fields of a connection request. */
  credentials: Record<string, unknown>;
  objects: ScenarioObject[];
  /** The number of records in its own database, by object. */
  counts: Record<string, number>;
  /** What is written into it and read back; `field` is text that the creation and the change set. */
  written: { object: string; field: string; create: Record<string, unknown>; change: Record<string, unknown> };
  /** What the proxy is asked for, in the application's own words: a record's id, in what it answers. */
  proxied: {
    collection: string;
    one(id: string): string;
    body: object;
    idIn(answer: Record<string, unknown>): string;
  };
  stop(): Promise<void>;
};

/** `folder` is empty and used by this source only. */
export type StartLiveSource = (folder: string, say: (line: string) => void) => Promise<LiveSource>;
