import type { InstallationKey } from '../../domain/object_key.ts';
import type { ArchivedRange, PageToArchive, StoredPage } from './archived_page.ts';

/** The archived responses of providers, encrypted; see archived_page.ts. */
export type ArchiveStore = {
  findKey(of: InstallationKey): Promise<string | undefined>;
  /** Does nothing when the installation already has a key. */
  addKey(key: InstallationKey & { sealed: string; createTime: number }): Promise<void>;
  /** Deletes the key. Without it nothing archived of the installation can be decrypted. */
  dropKey(of: InstallationKey): Promise<void>;
  /** A body that is already stored stays; its expiry becomes that of the newest page that uses it. */
  add(
    of: InstallationKey & { operationId: string },
    pages: readonly PageToArchive[],
    expireTime: number,
  ): Promise<void>;
  range(projectId: string, operationId: string): Promise<ArchivedRange | undefined>;
  findPage(projectId: string, operationId: string, pageSeq: number): Promise<StoredPage | undefined>;
  findBody(of: InstallationKey, address: string): Promise<Uint8Array | undefined>;
  /** Deletes up to `limit` expired rows of all projects; returns how many it found. */
  dropExpired(before: number, limit: number): Promise<number>;
};
