import type { Page } from './page.ts';

/** A named group of events that destinations can be subscribed to. */
export type Topic = { id: string; projectId: string; name: string; createTime: number; updateTime: number | null };

export type TopicStore = {
  /** Throws alreadyExists when the project has one of that name. */
  insert(topic: Topic): Promise<void>;
  list(projectId: string, page: Page): Promise<Topic[]>;
  find(projectId: string, id: string): Promise<Topic | undefined>;
  /** The same, and nobody deletes it until this transaction ends. */
  lock(projectId: string, id: string): Promise<Topic | undefined>;
  /** Undefined when there is none. Throws alreadyExists when the name is taken. */
  rename(projectId: string, id: string, change: { name: string; updateTime: number }): Promise<Topic | undefined>;
  /** False when there was none. */
  delete(projectId: string, id: string): Promise<boolean>;
};
