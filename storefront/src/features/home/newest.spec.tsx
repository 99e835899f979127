import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openScreen, fakeApi } from '../../../test/screen';
import { Newest } from './newest';

it('the section of the newest patterns shows a message while the shop has no patterns', async () => {
  fakeApi({ '/api/patterns': () => ({ data: { patterns: [], total: 0 } }) });
  await openScreen(<Newest />);
  expect(await screen.findByText('No patterns available yet.')).toBeTruthy();
});
