import { expect, it } from 'vitest';
import { expressionsOf, metricsIn } from './promql.ts';

it.each([
  ['up{job="skein"} == 0', ['up']],
  ['sum by (status) (rate(a_count{route=~"/x {y}.*", status!~\'b_count\'}[5m]))', ['a_count']],
  ['histogram_quantile(0.99, sum by (le, route) (rate(a_bucket[5m] offset 1h))) > 1e3', ['a_bucket']],
  ['a / on(instance) group_left (version) b and c unless a', ['a', 'b', 'c']],
  ['time() - skein_backup_time_seconds > 2 * 86400', ['skein_backup_time_seconds']],
])('%s reads %j', (expression, names) => {
  expect(metricsIn(expression)).toEqual(names);
});

it('finds the expressions of a board, also in rows', () => {
  const row = { title: 'Row', panels: [{ title: 'B', targets: [{ expr: 'b' }] }] };
  const panel = { title: 'A', targets: [{ expr: 'rate(a[$__rate_interval])' }] };
  expect(expressionsOf({ panels: [panel, row] })).toEqual(['rate(a[5m])', 'b']);
});
