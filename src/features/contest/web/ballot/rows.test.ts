import { expect, it } from 'vitest';
import { ballotRowsOf, besideOf, firstToRead, unopenedEntriesOf } from './rows.ts';

const ballotItems = ['1', '2', '3', '4'].map((id, i) => ({
  id,
  letter: 'ABCD'[i]!,
  title: `Title ${id}`,
  summary: '',
  units: 100,
}));
const viewer = {
  ballot: [
    { id: '4', letter: 'A' },
    { id: '1', letter: 'B' },
    { id: '3', letter: 'D' },
  ],
  opened: ['1'],
};
const short = (rows: ReturnType<typeof ballotRowsOf>) => rows.map(({ id, letter, isOpened }) => [id, letter, isOpened]);

it('shows the order for visitors, with what was opened in this browser', () => {
  expect(short(ballotRowsOf(ballotItems, null, ['2']))).toEqual([
    ['1', 'A', false],
    ['2', 'B', true],
    ['3', 'C', false],
    ['4', 'D', false],
  ]);
});

it('shows a member’s own order and letters without their entry', () => {
  expect(short(ballotRowsOf(ballotItems, viewer, ['4', '2']))).toEqual([
    ['4', 'A', true],
    ['1', 'B', true],
    ['3', 'D', false],
  ]);
});

it('ignores entries that joined the ballot after the page was rendered', () => {
  const later = { ...viewer, ballot: [...viewer.ballot, { id: '9', letter: 'E' }] };
  expect(ballotRowsOf(ballotItems, later, [])).toHaveLength(3);
});

it('returns the entries that still need to be opened', () => {
  const rows = ballotRowsOf(ballotItems, null, ['2']);
  expect(unopenedEntriesOf(rows, 4)).toEqual({ rows: [rows[0], rows[2], rows[3]], isChoice: false });
  expect(unopenedEntriesOf(rows, 2)).toEqual({ rows: [rows[0]], isChoice: true });
  expect(unopenedEntriesOf(rows, 1)).toEqual({ rows: [], isChoice: true });
  expect(unopenedEntriesOf(ballotRowsOf(ballotItems, null, ['1', '2', '3', '4']), 5)).toEqual({
    rows: [],
    isChoice: false,
  });
});

it('compares an entry with the next one, or the last one with the one before', () => {
  const rows = ballotRowsOf(ballotItems, null, []);
  expect(besideOf(rows, '1')?.id).toBe('2');
  expect(besideOf(rows, '4')?.id).toBe('3');
  expect(besideOf(rows.slice(0, 1), '1')).toBeNull();
  expect(besideOf(rows, 'own')?.id).toBe('1');
});

it('offers the first unopened entry of the reader’s own order', () => {
  expect(firstToRead(ballotRowsOf(ballotItems, viewer, []))?.id).toBe('4');
  expect(firstToRead(ballotRowsOf(ballotItems, viewer, ['4']))?.id).toBe('3');
  expect(firstToRead(ballotRowsOf(ballotItems, viewer, ['4', '3']))?.id).toBe('4');
  expect(firstToRead([])).toBeNull();
});
