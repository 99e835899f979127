import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PatternImage } from './pattern-image';

/** An observer that never reports an intersection. */
class NothingSeen {
  observe(): void {}
  unobserve(): void {}
}
afterEach(() => vi.unstubAllGlobals());

it('loads a picture only when it is visible, and all pictures before printing', () => {
  vi.stubGlobal('IntersectionObserver', NothingSeen);
  const { container } = render(
    <>
      <PatternImage src="/media/first.webp" alt="first" eager />
      <PatternImage src="/media/far-down.webp" alt="far down" />
    </>,
  );
  const shown = () => [...container.querySelectorAll('img')].map((picture) => picture.getAttribute('src'));
  expect(shown()).toEqual(['/media/first.webp', null]);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(shown()).toEqual(['/media/first.webp', '/media/far-down.webp']);
});
