/**
 * An upload slot for one zip. `owner` may deploy its content: `project:<id>` when an API key requested the slot,
 * because a key belongs to one project; otherwise the principal of the builder. Times are Unix milliseconds.
 */
type Upload = {
  id: string;
  owner: string;
  /** Base64 of the MD5 that the content must have; empty for any. */
  md5: string;
  createTime: number;
  /** No content is accepted after this time. */
  expireTime: number;
};

/** `bytes`: the size of the content that is stored already. */
export type StoredUpload = Upload & { bytes: number };

/** The number and total bytes of an owner's uploads in a period, and the start time of the first upload in it. */
type UploadUsage = { count: number; bytes: number; firstTime: number };

export type UploadStore = {
  /** Counts the uploads that the owner started after this time (Unix milliseconds). */
  usage(owner: string, after: number): Promise<UploadUsage>;
  insert(upload: Upload): Promise<void>;
  /** Finds a slot by id alone: the holder of the signed URL needs no other permission. */
  find(id: string): Promise<StoredUpload | undefined>;
  /** Stores the content of a slot, in place of earlier content. Returns false when the slot no longer exists. */
  putContent(owner: string, id: string, content: Uint8Array): Promise<boolean>;
  /** Undefined when the slot is empty, does not exist, or belongs to none of the owners. */
  findContent(owners: readonly string[], id: string): Promise<Uint8Array | undefined>;
  /** Deletes up to `limit` slots created before this time and returns their number. */
  removeBefore(createTime: number, limit: number): Promise<number>;
};

const BUCKET = 'causeway-uploads';
const URL_PATTERN = new RegExp(`^gs://${BUCKET}/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.zip$`);

export function bucketAndPathOf(id: string): { bucket: string; path: string } {
  return { bucket: BUCKET, path: `/${id}.zip` };
}

/** The id in `gs://<bucket><path>`, which clients build from an upload's bucket and path; null for any other URL. */
export function uploadIdOf(sourceZipUrl: string): string | null {
  return URL_PATTERN.exec(sourceZipUrl)?.[1] ?? null;
}
