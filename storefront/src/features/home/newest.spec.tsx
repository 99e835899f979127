import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openScreen, playApi } from '../../../test/screen';
import { Newest } from './newest';

it('shows that the shop has no patterns yet', async () => {
  playApi({ '/api/patterns': () => ({ data: { patterns: [], total: 0 } }) });
  await openScreen(<Newest />);
  expect(await screen.findByText('No patterns available yet.')).toBeTruthy();
});
