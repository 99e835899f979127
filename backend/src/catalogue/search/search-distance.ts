/**
 * Counts the letters that are wrong, missing, added or swapped with their neighbour (Damerau–Levenshtein distance).
 * @returns the number of letters. If it is larger than `max`, the result can be any number above `max`.
 */
export function editDistance(first: string, second: string, max: number): number {
  if (Math.abs(first.length - second.length) > max) return max + 1;
  let rowBeforeLast: number[] = [];
  let lastRow = Array.from({ length: second.length + 1 }, (_, column) => column);
  for (let row = 1; row <= first.length; row += 1) {
    const currentRow = [row];
    for (let column = 1; column <= second.length; column += 1) {
      const substitutionCost = first[row - 1] === second[column - 1] ? 0 : 1;
      let smallest = Math.min(
        lastRow[column]! + 1,
        currentRow[column - 1]! + 1,
        lastRow[column - 1]! + substitutionCost,
      );
      const isSwap =
        row > 1 && column > 1 && first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1];
      if (isSwap) smallest = Math.min(smallest, rowBeforeLast[column - 2]! + 1);
      currentRow.push(smallest);
    }
    [rowBeforeLast, lastRow] = [lastRow, currentRow];
  }
  return lastRow[second.length]!;
}
