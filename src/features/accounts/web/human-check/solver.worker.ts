import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

/** Number of tries between two progress messages. */
const STEP = 16;
let tries = 0;

handler({
  deriveKey(...given) {
    tries += 1;
    if (tries % STEP === 0) self.postMessage({ tries });
    return deriveKey(...given);
  },
});
