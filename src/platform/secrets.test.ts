import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

describe('keys', () => {
  const secrets = createSecrets({ secretKey: 'the secret of the site, long enough' });
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

  it('are 256 bits, one per purpose, and the same after a restart', () => {
    const purposes = ['access-token', 'refresh-token', 'mail-verify', 'mail-reset', 'human-check', ''];
    const keys = purposes.map((purpose) => hex(secrets.key(purpose)));
    expect(new Set(keys).size).toBe(purposes.length);
    for (const key of keys) expect(key).toHaveLength(64);
    const again = createSecrets({ secretKey: 'the secret of the site, long enough' });
    expect(purposes.map((purpose) => hex(again.key(purpose)))).toEqual(keys);
  });
  it('differ between sites', () =>
    expect(hex(createSecrets({ secretKey: 'another secret of another site!' }).key('x'))).not.toBe(
      hex(secrets.key('x')),
    ));
  it('sign parts that cannot run into each other', () => {
    const parts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', ':', 'é', '0') }), { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const equal = JSON.stringify(one) === JSON.stringify(other);
        expect(secrets.sign('x', ...one).equals(secrets.sign('x', ...other))).toBe(equal);
      }),
      { numRuns: 2000 },
    );
    expect(secrets.sign('x', 'é')).toEqual(secrets.sign('x', Buffer.from('é')));
    expect(secrets.sign('x', 'a')).not.toEqual(secrets.sign('y', 'a'));
  });
});

describe('a changed secret', () => {
  const [first, second] = ['the first secret, long enough for it', 'the second secret, long enough too'];
  const before = createSecrets({ secretKey: first });
  const during = createSecrets({ secretKey: second, previousSecretKey: first });
  const after = createSecrets({ secretKey: second, previousSecretKey: null });

  it('makes everything new, and still accepts what the previous one made', () => {
    expect(during.key('x')).toEqual(after.key('x'));
    expect(during.sign('x', 'a')).toEqual(after.sign('x', 'a'));
    expect(during.keys('x')).toEqual([after.key('x'), before.key('x')]);
    expect(during.signatures('x', 'a')).toEqual([after.sign('x', 'a'), before.sign('x', 'a')]);
    for (const made of [before, during]) {
      const proof = made.sign('x', 'a');
      for (const given of [proof, proof.toString('base64url')]) {
        expect(during.proves(given, 'x', 'a')).toBe(true);
        expect(during.proves(given, 'x', 'b')).toBe(false);
        expect(during.proves(given, 'y', 'a')).toBe(false);
      }
    }
    expect(after.proves(before.sign('x', 'a'), 'x', 'a')).toBe(false);
    expect(before.proves(during.sign('x', 'a'), 'x', 'a')).toBe(false);
  });
  it('accepts a proof in one form only', () => {
    const proof = during.sign('x', 'a').toString('base64url');
    const last = proof.at(-1)!;
    // The last character has two bits that its bytes don’t have.
    const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter((c) => c !== last);
    for (const other of [...others, '', `${last}=`])
      expect(during.proves(proof.slice(0, -1) + other, 'x', 'a')).toBe(false);
    expect(during.proves('', 'x', 'a')).toBe(false);
  });
  it('opens what the previous one sealed, and shows what must be sealed again', () => {
    const content = Buffer.from('the secret of a factor');
    const old = before.seal('totp', content, '12');
    expect(during.open('totp', old, '12')).toEqual(content);
    expect(old.subarray(0, 5)).not.toEqual(during.sealMark('totp'));
    expect(after.open('totp', old, '12')).toBeNull();
    const again = during.seal('totp', content, '12');
    expect(again.subarray(0, 5)).toEqual(during.sealMark('totp'));
    expect(after.open('totp', again, '12')).toEqual(content);
  });
});

describe('sealed content', () => {
  const secrets = createSecrets({ secretKey: 'the secret of the site, long enough' });

  it('is different each time, and opens only as it was, for its row and purpose', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(), (content, place) => {
        const sealed = secrets.seal('totp', content, '12');
        expect(secrets.seal('totp', content, '12')).not.toEqual(sealed);
        expect(secrets.open('totp', sealed, '12')).toEqual(Buffer.from(content));
        expect(secrets.open('totp', sealed, '13')).toBeNull();
        expect(secrets.open('other', sealed, '12')).toBeNull();
        const at = place % sealed.length;
        const changed = Buffer.from(sealed);
        changed[at]! ^= 1;
        expect(secrets.open('totp', changed, '12')).toBeNull();
        expect(secrets.open('totp', sealed.subarray(0, at), '12')).toBeNull();
      }),
    );
  });
});
