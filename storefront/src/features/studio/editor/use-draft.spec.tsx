import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Draft } from './draft';
import { useDraft } from './use-draft';

vi.mock('../../../lib/session', () => ({ useSession: () => ({ user: { id: 'u1' } }) }));

const start = { price: '12,90', sizes: '' } as Draft;

it('input that the designer types while an earlier input is saved survives a reload', () => {
  const { result, unmount } = renderHook(() => useDraft('p1', start));
  const sent = { ...start, sizes: '36' };
  act(() => result.current.change(() => sent));
  act(() => result.current.change(() => ({ ...sent, sizes: '36, 38' })));
  act(() => result.current.commit(sent, sent));
  unmount();
  expect(renderHook(() => useDraft('p1', start)).result.current.draft.sizes).toBe('36, 38');
});
