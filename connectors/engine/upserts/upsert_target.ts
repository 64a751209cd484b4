import type { Provider } from '../file/provider.ts';
import type { CallAuth } from '../request/call_auth.ts';
import type { Variables } from '../request/template.ts';

export type UpsertTarget = { provider: Provider; module?: string | undefined; variables: Variables; auth: CallAuth };
