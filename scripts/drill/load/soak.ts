import { sql } from 'kysely';
import { residentMb } from '../../../bench/process.ts';
import { atMost, withSite } from '../load-site.ts';
import { makeMix } from '../mix.ts';
import { pace, quantileOf, statusesOf, timesOf, unexpected } from '../pace.ts';

/** Minutes in parts of one, whose figures are compared. `DRILL_SOAK_MINUTES` shortens it to try the script. */
const MINUTES = Number(process.env.DRILL_SOAK_MINUTES ?? 60);
const RENEWED_EVERY = 5;
const SETTLED = Math.min(10, Math.ceil(MINUTES / 3));

// An hour at 60 % of what the site can do.
await withSite(async (site) => {
  const mix = await makeMix(site);
  const capacity = await mix.measureCapacity();
  const database = site.openDatabase();
  const connections = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database()`.execute(database.db);
    return rows[0]!.count;
  };
  const memory: number[] = [];
  const p99: number[] = [];
  let wrong = 0;
  let answered = 0;
  let refused = 0;
  let first = 0;
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const samples: number[] = [];
    const watch = setInterval(() => samples.push(residentMb(site.child.pid!)), 1000);
    if (minute % RENEWED_EVERY === 0) await mix.renew();
    // A multiple of all that repeats in the mix, so that each minute is the same work.
    const offset = minute * 12_000_000;
    const answers = await pace({
      url: site.url,
      perSecond: 0.6 * capacity,
      seconds: 60,
      request: (n) => mix.request(offset + n),
      onAnswer: ({ n, status }) => mix.answered({ n: offset + n, status }),
    });
    clearInterval(watch);
    memory.push(quantileOf(samples, 0.5));
    p99.push(quantileOf(timesOf(answers), 0.99));
    wrong += unexpected(answers).length;
    answered += answers.length;
    refused += answers.filter(({ status }) => status >= 400 && status < 500).length;
    if (minute === SETTLED) first = await connections();
    console.log(
      `minute ${minute}: ${memory.at(-1)!.toFixed(0)} MB, p99 ${p99.at(-1)!.toFixed(0)} ms, ${statusesOf(answers)}`,
    );
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [start, end] = [mean(memory.slice(0, SETTLED).slice(-3)), mean(memory.slice(-3))];
  atMost(`memory after minute ${SETTLED}`, 100 * (end / start - 1), 10, '% more');
  atMost(
    'p99 of the last part ÷ first',
    quantileOf(p99.slice(-SETTLED), 0.5) / quantileOf(p99.slice(0, SETTLED), 0.5),
    1.2,
  );
  atMost('answers that are neither accepted nor 503 with Retry-After', wrong, 0);
  // Two saves of a writer may meet. Anything else would be load that works less than it seems.
  atMost('refused, of all answers', (100 * refused) / answered, 1, '%');
  atMost('more database connections than before', (await connections()) - first, 0);
  await database.close();
});
