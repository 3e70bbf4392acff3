import { Worker } from 'node:worker_threads';
import { MINUTE, SECOND } from '#core/time.ts';

const IDLE = 2 * MINUTE;
const TIMEOUT = 5 * SECOND;
/** Enough for a reliable result. Detection reads every letter, so longer samples cost more. */
const SAMPLE_LENGTH = 6000;

interface Answer {
  id: number;
  language: string;
  reliable: boolean;
}

let worker: Worker | null = null;
let idle: NodeJS.Timeout | null = null;
let asked = 0;
const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();

function end(error: Error): void {
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
  void worker?.terminate();
  worker = null;
}

function running(): Worker {
  if (!worker) {
    worker = new Worker(new URL('./language.worker.ts', import.meta.url));
    // Doesn’t keep the process alive.
    worker.unref();
    worker.on('message', (answer: Answer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    });
    worker.on('error', end);
  }
  if (idle) clearTimeout(idle);
  idle = setTimeout(() => end(new Error('idle')), IDLE);
  idle.unref();
  return worker;
}

/**
 * Returns the language of a text in Latin letters as ISO 639-1, or null if the detector isn’t sure. Rejects if
 * detection fails.
 */
export async function detectLanguage(text: string): Promise<string | null> {
  asked += 1;
  const id = asked;
  const answer = new Promise<Answer>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    setTimeout(() => {
      if (waiting.delete(id)) reject(new Error('The language detector timed out'));
    }, TIMEOUT).unref();
  });
  running().postMessage({ id, text: text.slice(0, SAMPLE_LENGTH) });
  const { language, reliable } = await answer;
  return reliable && language ? language : null;
}
