import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openScreen } from '../../../test/screen';
import { api } from '../../api/client';
import { EmptyState } from './empty-state';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

async function renderError(status: number, headers: Record<string, string> = {}) {
  globalThis.fetch = async () => new Response('', { status, headers });
  const error: unknown = await api.get('/api/patterns').catch((thrown: unknown) => thrown);
  await openScreen(<EmptyState drawing="thread" title="Failed" error={error} />, { language: 'de' });
  await screen.findByRole('heading', { name: 'Failed' });
}

it('an error message shows the trace id of a server error', async () => {
  await renderError(500, { 'x-trace-id': TRACE });
  expect(screen.getByText(`Kennung für den Support: ${TRACE}`)).toBeTruthy();
});

it.each([
  ['for a refusal', 404, { 'x-trace-id': TRACE }],
  ['for a server error without a trace id', 502, {}],
])('an error message shows no trace id %s', async (_, status, headers) => {
  await renderError(status, headers);
  expect(screen.queryByText(/Kennung/)).toBeNull();
});
