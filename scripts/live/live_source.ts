import type { ScenarioObject } from '../scenario/manifest.ts';

/** A third-party application that is installed, filled with records, and running on loopback. */
export type LiveSource = {
  url: string;
  provider: string;
  /** The credential fields of the request that creates a connection. */
  credentials: Record<string, unknown>;
  objects: ScenarioObject[];
  /** The number of records in the application's own database, by object. */
  counts: Record<string, number>;
  /**
   * The record that is created, changed and read back. `field` is a text field that both the creation and the change
   * set.
   */
  written: { object: string; field: string; create: Record<string, unknown>; change: Record<string, unknown> };
  /** The requests through the proxy, in the application's own API. `idIn` finds the record's id in an answer. */
  proxied: {
    collection: string;
    one(id: string): string;
    body: object;
    idIn(answer: Record<string, unknown>): string;
  };
  stop(): Promise<void>;
};

/** `folder` is empty, and only this source uses it. */
export type StartLiveSource = (folder: string, say: (line: string) => void) => Promise<LiveSource>;
