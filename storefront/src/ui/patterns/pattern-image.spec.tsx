import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PatternImage } from './pattern-image';

/** An IntersectionObserver that never reports an intersection. */
class FakeIntersectionObserver {
  observe(): void {}
  unobserve(): void {}
}
afterEach(() => vi.unstubAllGlobals());

it('an eager picture loads immediately, and the other pictures load when the page is printed', () => {
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
  const { container } = render(
    <>
      <PatternImage src="/media/first.webp" alt="first" eager />
      <PatternImage src="/media/far-down.webp" alt="far down" />
    </>,
  );
  const readSources = () => [...container.querySelectorAll('img')].map((picture) => picture.getAttribute('src'));
  expect(readSources()).toEqual(['/media/first.webp', null]);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(readSources()).toEqual(['/media/first.webp', '/media/far-down.webp']);
});
