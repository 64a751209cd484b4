import { isDuplicate } from '../../../../lib/db/errors.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Builder, BuilderStore } from '../../members/domain/builder.ts';
import type { Login } from '../domain/login.ts';

type Stores = { builders: BuilderStore };

export type BuilderOfLogin = (login: Login) => Promise<Builder>;

type Deps = { stores: Pick<Stores, 'builders'>; clock: Clock; newId: NewId };

/** Finds the builder of a login; the first login creates it. The unique key settles concurrent first logins. */
export function makeBuilderOfLogin({ stores, clock, newId }: Deps): BuilderOfLogin {
  const find = ({ idpProvider, idpRef }: Login) => stores.builders.findByIdp(idpProvider, idpRef);

  async function create({ email, emailVerified: _, ...login }: Login): Promise<void> {
    const builder = { id: newId(), ...login, primaryEmail: email, createTime: clock.now() };
    await stores.builders.insert(builder).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
  }

  return async function builderOfLogin(login) {
    const known = await find(login);
    if (known) return known;
    if (login.email === '')
      throw new Problem('unauthenticated', 'The bearer token names no e-mail address, which a first login needs.', {
        remedy: 'Have the identity provider put the claims email and email_verified into its tokens.',
      });
    await create(login);
    const made = await find(login);
    if (!made) throw new Error('A builder that was just made is not there.');
    return made;
  };
}
