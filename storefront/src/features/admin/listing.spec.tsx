import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Refetchable, refetchAll, openScreen, fakeApi } from '../../../test/screen';
import { api } from '../../api/client';
import { Listing } from './listing';

function ListWithInput() {
  const list = useQuery({
    queryKey: ['list'],
    queryFn: () => api.get('/api/patterns'),
  });
  return (
    <Listing list={list} failed="failed" empty={{ title: 'empty' }} count={(total) => `${total} found`} to={String}>
      {() => <input aria-label="Reason" />}
    </Listing>
  );
}

it('a list keeps the text in its fields when a refetch fails', async () => {
  let broken = false;
  fakeApi({
    '/api/patterns': () =>
      broken
        ? { status: 500, error: { code: 'INTERNAL', message: '' } }
        : { data: { page: 1, total: 1, total_pages: 1 } },
  });
  await openScreen(<Refetchable screen={<ListWithInput />} />);
  const reason = await screen.findByLabelText<HTMLInputElement>('Reason');
  fireEvent.change(reason, { target: { value: 'Sent twi' } });
  broken = true;
  await refetchAll();
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Sent twi');
});
