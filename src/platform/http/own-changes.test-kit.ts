import { Heard } from '../db/heard.ts';
import { createSecrets } from '../secrets.ts';
import { OwnChanges } from './own-changes.ts';

/** The own changes of a server without a database, which receives no changes. */
export const ownChanges = new OwnChanges(
  new Heard(),
  createSecrets({ secretKey: 'a secret of tests that is long enough' }),
  {
    publicUrl: new URL('http://localhost:3000'),
  },
);
