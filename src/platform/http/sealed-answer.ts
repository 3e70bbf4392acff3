import type { Secrets } from '../secrets.ts';
import type { Envelope } from './pipeline.ts';

/** Encrypts stored responses, because some contain tokens: a copy of the database must not open anything. */

export interface SealedAnswer {
  /** Base64 of what `Secrets.seal` returns. */
  readonly sealed: string;
}

const PURPOSE = 'idempotency-answers';

/** Encrypts a response. It can only be opened for the same call: `owner` names it. */
export function sealAnswer(secrets: Secrets, owner: string, envelope: Envelope): SealedAnswer {
  return { sealed: secrets.seal(PURPOSE, Buffer.from(JSON.stringify(envelope)), owner).toString('base64') };
}

/** Returns the response. Null if the row was changed, or if the keys of the site have changed since. */
export function openAnswer(secrets: Secrets, owner: string, { sealed }: SealedAnswer): Envelope | null {
  const opened = secrets.open(PURPOSE, Buffer.from(sealed, 'base64'), owner);
  return opened && (JSON.parse(opened.toString('utf8')) as Envelope);
}
