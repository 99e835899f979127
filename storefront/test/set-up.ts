import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { showAccount } from '../src/api/session';

// The checks of types and manifests run in parallel and slow the tests down, so a render can take seconds.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has no layout. These fakes report a light screen with reduced motion.
window.matchMedia ??= (query: string) =>
  ({
    matches: query.includes('prefers-reduced-motion'),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;

globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  showAccount(undefined);
});
