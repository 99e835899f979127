import { fold } from './fold.js';

describe('fold', () => {
  it.each([
    ['Größe', 'groesse'],
    ['GROESSE', 'groesse'],
    ['Ärmel', 'aermel'],
    ['A\u0308rmel', 'aermel'],
    ['Café', 'cafe'],
    ['  Sommer \t Kleid ', 'sommer kleid'],
    ['100 %', '100 %'],
  ])('changes %s to %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});
