/**
 * Causeway's page between a builder's app and a provider's sign-in page. It names who connects what. The provider's
 * address is revealed to the first browser whose person presses Continue, and only that browser may finish the sign-in.
 * Otherwise an attacker could start a sign-in for their own group and let somebody else finish it.
 */
export type SignInPage = {
  id: string;
  projectId: string;
  /** Hash of the token in the page's address. Read access to the table is not enough to open the page. */
  tokenHash: string;
  /** Hash of the secret in the cookie of the browser that went on; null until then. */
  browserHash: string | null;
  provider: string;
  /** The group as the page shows it: its ref, and before it the name if the name differs. */
  groupName: string;
  consumerName: string;
  /** Whether the sign-in is for an existing connection. */
  isReconnect: boolean;
  /** Origin of the page that requested the sign-in from a browser; else empty. */
  openerOrigin: string;
  /** Where the customer goes afterwards if no window waits for the result; may be empty. */
  returnUrl: string;
  /** The provider's page, sealed: it contains the state. */
  sealedUrl: string;
  createTime: number;
  expireTime: number;
};

export type SignInPageStore = {
  insert(page: SignInPage): Promise<void>;
  /** Undefined when it is absent or expired. The token is the authority, so it names the project too. */
  findByToken(tokenHash: string, now: number): Promise<SignInPage | undefined>;
  find(projectId: string, id: string): Promise<SignInPage | undefined>;
  /**
   * The newest unexpired page of a sign-in in steps that one of these browsers went on from and that is under way. The
   * cookies name no project.
   */
  findStepByBrowser(browserHashes: string[], now: number): Promise<SignInPage | undefined>;
  /** Binds the page to the browser unless another one was faster; returns the hash of the browser that has it. */
  bind(projectId: string, id: string, browserHash: string): Promise<string | null>;
  removeExpired(now: number, limit: number): Promise<number>;
};
