/**
 * Causeway's page between a builder's app and a provider's sign-in page. It shows who connects to which provider. Only
 * the first browser whose user presses Continue gets the provider's URL, and only that browser may finish the sign-in.
 * Otherwise an attacker could start a sign-in for their own group and let somebody else finish it.
 */
export type SignInPage = {
  id: string;
  projectId: string;
  /** The hash of the token in the page's URL, so that read access to the table is not enough to open the page. */
  tokenHash: string;
  /**
   * The hash of the secret in the cookie of the browser that pressed Continue; null before a browser pressed Continue.
   */
  browserHash: string | null;
  provider: string;
  /** The group as the page shows it: its name and ref, or only the ref if the name is the same. */
  groupName: string;
  consumerName: string;
  /** Whether the sign-in is for an existing connection. */
  isReconnect: boolean;
  /** Origin of the web page that requested the sign-in; empty when a server requested it. */
  openerOrigin: string;
  /** The URL that the customer returns to if no window waits for the result; may be empty. */
  returnUrl: string;
  /** The URL of the provider's page. It is encrypted, because it contains the state. */
  sealedUrl: string;
  createTime: number;
  expireTime: number;
};

export type SignInPageStore = {
  insert(page: SignInPage): Promise<void>;
  /** Searches all projects, because only the holder of the link knows the token. Undefined when absent or expired. */
  findByToken(tokenHash: string, now: number): Promise<SignInPage | undefined>;
  find(projectId: string, id: string): Promise<SignInPage | undefined>;
  /**
   * Finds the newest unexpired page of a running multi-step sign-in that one of these browsers continued. Searches all
   * projects, because the cookies name no project.
   */
  findStepByBrowser(browserHashes: string[], now: number): Promise<SignInPage | undefined>;
  /**
   * Binds the page to the browser, unless it is already bound to another browser. Returns the hash of the browser that
   * the page is bound to.
   */
  bind(projectId: string, id: string, browserHash: string): Promise<string | null>;
  removeExpired(now: number, limit: number): Promise<number>;
};
