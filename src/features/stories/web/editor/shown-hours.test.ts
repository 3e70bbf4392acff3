import { describe, expect, it } from 'vitest';
import { fromUnit, hoursShown, inUnit } from './shown-hours.ts';

describe('durations of a competition', () => {
  it.each([
    [1, 1, 'hours'],
    [72, 72, 'hours'],
    [96, 4, 'days'],
    [100, 100, 'hours'],
    [720, 30, 'days'],
  ])('shows %i hours as %i %s', (hours, amount, unit) => expect(hoursShown(hours)).toEqual({ amount, unit }));

  it('are entered in the chosen unit', () => {
    expect(fromUnit('7', 'days')).toBe('168');
    expect(inUnit('168', 'days')).toEqual({ text: '7', unit: 'days' });
    expect(fromUnit('7', 'hours')).toBe('7');
  });

  it('stay as typed if they aren’t a number or whole days', () => {
    expect(inUnit(fromUnit('1.5', 'days'), 'days')).toEqual({ text: '1.5', unit: 'days' });
    expect(inUnit('', 'days')).toEqual({ text: '', unit: 'days' });
    expect(inUnit('100', 'days')).toEqual({ text: '100', unit: 'hours' });
  });
});
