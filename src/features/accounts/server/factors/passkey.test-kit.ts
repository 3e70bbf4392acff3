import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewPasskeyAnswer, PasskeyAnswer } from '../../contract-passkeys.ts';

const ORIGIN = 'http://localhost:3000';
const FLAGS = { present: 0x01, verified: 0x04, hasKey: 0x40 };
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

interface Asked {
  options: unknown;
}

/** A device with one passkey, which answers like a browser. */
export function createDevice({ origin = ORIGIN }: { origin?: string } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, { options }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge: (options as { challenge: string }).challenge, origin }));
  const authenticatorData = (flags: number, more: Uint8Array = Buffer.alloc(0)) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(flags), count, more]);
  };
  return {
    /** Answers the challenge for a new passkey. */
    create(asked: Asked): NewPasskeyAnswer {
      const { x, y } = publicKey.export({ format: 'jwk' });
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
        ]),
      );
      const length = Buffer.of(0, id.length);
      const data = authenticatorData(
        FLAGS.present | FLAGS.verified | FLAGS.hasKey,
        Buffer.concat([Buffer.alloc(16), length, id, key]),
      );
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(data)],
        ]) as never,
      );
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', asked)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },
    /** Answers a challenge. `isVerified`: the device has checked who uses it. */
    answer(asked: Asked, { isVerified = true } = {}): PasskeyAnswer {
      const data = authenticatorData(FLAGS.present | (isVerified ? FLAGS.verified : 0));
      const client = clientData('webauthn.get', asked);
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}
