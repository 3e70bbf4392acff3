/** Where the bar of so many votes ends. The whole width is the most votes and a third, so that no bar meets its number. */
export function barEnd(votes: number, most: number): string {
  const share = most === 0 ? 0 : votes / (most + most / 3);
  return `${Math.round(share * 1000) / 10}%`;
}
