import { setTimeout as delay } from 'node:timers/promises';
import { PASSWORD } from '#testing/factories.ts';
import { get, post } from '../../../bench/load.ts';
import { atLeast, atMost, makeWriter, withSite } from '../load-site.ts';
import { pace, quantileOf, statusesOf, timesOf, unexpected } from '../pace.ts';

// 500 logins at once, while /api/health is asked 50 times a second.
await withSite(async (site) => {
  const { email } = await makeWriter(site, 'login');
  const health = pace({ url: site.url, perSecond: 50, seconds: 15, request: () => get('/api/health') });
  await delay(2000);
  const logins = await pace({
    url: site.url,
    perSecond: 500,
    seconds: 1,
    request: () => post('/api/user/login', { email, password: PASSWORD }),
  });
  const answers = await health;
  atMost('p99 of /api/health', quantileOf(timesOf(answers), 0.99), 250, 'ms');
  atMost('health checks that failed', answers.filter(({ status }) => status !== 200).length, 0);
  console.log(statusesOf(logins));
  atMost('logins without an honest answer', unexpected(logins).length, 0);
  atLeast('logins that succeeded', logins.filter(({ status }) => status === 200).length, 10);
});
