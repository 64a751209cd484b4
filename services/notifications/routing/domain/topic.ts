import type { Keyset } from '../../domain/keyset.ts';

/** A named group of events to which destinations subscribe. */
export type Topic = { id: string; projectId: string; name: string; createTime: number; updateTime: number | null };

export type TopicStore = {
  /** Throws alreadyExists when the name is taken in the project. */
  insert(topic: Topic): Promise<void>;
  list(projectId: string, keyset: Keyset): Promise<Topic[]>;
  find(projectId: string, id: string): Promise<Topic | undefined>;
  /** The same, and locks the row until the transaction ends. */
  lock(projectId: string, id: string): Promise<Topic | undefined>;
  /** Undefined when absent. Throws alreadyExists when the name is taken. */
  rename(projectId: string, id: string, change: { name: string; updateTime: number }): Promise<Topic | undefined>;
  /** False when absent. */
  delete(projectId: string, id: string): Promise<boolean>;
};
