import { parentPort } from 'node:worker_threads';
import { eld } from 'eld/small';

// The detector's tables take 47 MB and 0.4 s, so they live in a thread that is ended when nothing is submitted.
parentPort?.on('message', ({ id, text }: { id: number; text: string }) => {
  const result = eld.detect(text);
  parentPort?.postMessage({ id, language: result.language, reliable: result.isReliable() });
});
