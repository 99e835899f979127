import { expect, it } from 'vitest';
import { turnedBack } from './turned-back';

it('waits for a payment that the bank still processes, and shows the form again only after a failure', () => {
  expect(['pending', 'processing', 'succeeded', null].map(turnedBack)).toEqual([false, false, false, false]);
  expect(turnedBack('failed')).toBe(true);
});
