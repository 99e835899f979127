import { describe, expect, it } from 'vitest';
import { paymentMode } from '../features/checkout/payment-mode';
import { isReachable } from './is-reachable';
import { barePath, pathIn, screenPath } from './language-path';
import { truncate, formatPrice, formatSize, localFigure } from './format';
import { formatLegalDate, formatLegalMoment, lastDay, remaining } from './format-date';
import { pageWindow } from './paging/page-window';
import { authPath } from './return-path';
import { safeReturnPath } from './safe-return-path';
import { viewReferrer, viewSessionId } from './view-record';

describe('pagination', () => {
  it('shows the first page, two pages on each side of the current one, the last page, and the gaps', () => {
    expect(pageWindow(7, 20)).toEqual([1, 'gap', 5, 6, 7, 8, 9, 'gap', 20]);
    expect(pageWindow(1, 20)).toEqual([1, 2, 3, 'gap', 20]);
    expect(pageWindow(20, 20)).toEqual([1, 'gap', 18, 19, 20]);
    expect(pageWindow(2, 3)).toEqual([1, 2, 3]);
  });
});

const remainingForMinutes = (minutes: number) => remaining(new Date(minutes * 60_000).toISOString(), 0);

describe('prices, sizes and times', () => {
  it('formats prices with German separators and the sign of their currency', () => {
    expect(formatPrice(1290)).toBe('12,90\u00a0€');
    expect(formatPrice(123456, 'usd')).toBe('1.234,56\u00a0$');
  });
  it.each([
    ['de', 0, '1 kB'],
    ['de', 91_400, '91 kB'],
    ['en', 91_400, '91 kB'],
    ['de', 999_499, '999 kB'],
    ['de', 999_500, '1 MB'],
    ['en', 1_400_000, '1 MB'],
    ['en', 5_600_000, '6 MB'],
    ['de', 1_234_000_000, '1.234 MB'],
    ['en', 1_234_000_000, '1,234 MB'],
  ] as const)('shows sizes in whole kB below 1 MB, else in whole MB (%s, %d)', (language, bytes, shown) => {
    expect(formatSize(bytes, language)).toBe(shown);
  });
  it('shortens texts at a word boundary to at most the given length', () => {
    expect(truncate('short', 10)).toBe('short');
    expect(truncate('a dress with pockets', 12)).toBe('a dress…');
    expect(truncate('Rückenmittelnaht', 6)).toBe('Rücken…');
  });
  it('formats legal dates in the time zone of the shop', () => {
    const zone = process.env.TZ;
    try {
      for (const place of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
        process.env.TZ = place;
        expect(new Date(2026, 0, 1).getHours()).toBe(0);
        expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(place);
        expect(formatLegalDate(lastDay('2036-12-08T23:00:00.000Z'), 'en')).toBe('8 December 2036');
        expect(formatLegalMoment('2026-11-21T23:30:00.000Z', 'de')).toBe('22. November 2026 um 00:30 MEZ');
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
  it('returns the remaining time in the largest unit that fits: days, hours or minutes', () => {
    expect([
      remainingForMinutes(3 * 1440),
      remainingForMinutes(150),
      remainingForMinutes(20),
      remainingForMinutes(-1),
    ]).toEqual([{ unit: 'days', count: 3 }, { unit: 'hours', count: 2 }, { unit: 'minutes', count: 20 }, null]);
  });
  it('rounds the remaining days up, so that the buyer sees 30 days during the whole day of purchase', () => {
    expect([
      remainingForMinutes(30 * 1440 - 1),
      remainingForMinutes(29 * 1440),
      remainingForMinutes(1440 + 1),
      remainingForMinutes(1440),
    ]).toEqual([30, 29, 2, 1].map((count) => ({ unit: 'days', count })));
  });
  it('formats the figures of the home page for the given language', () => {
    expect([localFigure('2,500+', 'de'), localFigure('4.9/5', 'de'), localFigure('2,500+', 'en')]).toEqual([
      '2.500+',
      '4,9/5',
      '2,500+',
    ]);
  });
});

describe('paths and URLs', () => {
  it('a German path has no prefix, and an English path has the prefix /en', () => {
    expect([
      pathIn('de', '/en/patterns'),
      pathIn('en', '/de/patterns'),
      pathIn('en', '/'),
      pathIn('de', '/en'),
    ]).toEqual(['/patterns', '/en/patterns', '/en', '/']);
    expect(barePath('/entwurf')).toBe('/entwurf');
    expect([pathIn('de', '/en?x=1'), pathIn('en', '/en#top')]).toEqual(['/?x=1', '/en/#top']);
  });
  it('the path without the language prefix never leads to another host', () => {
    expect(['/de//evil.test/x', '/de/\\evil.test', '//evil.test'].map(barePath)).toEqual([
      '/evil.test/x',
      '/evil.test',
      '/evil.test',
    ]);
  });
  it('a URL with a loopback host is not reachable from a phone', () => {
    const mailbox = 'http://127.0.0.1:1080';
    const hosts = ['localhost', '127.0.0.1', '192.168.1.5', 'shop.local'];
    expect(hosts.map((host) => isReachable(mailbox, host))).toEqual([true, true, false, false]);
    expect(isReachable('https://mailbox.example.org', '192.168.1.5')).toBe(true);
  });
  it('upper case, lower case and trailing slashes lead to the same screen', () => {
    const spellings = ['/', '/en/', '/EN', '/Impressum', '/en/impressum//'];
    expect(spellings.map(screenPath)).toEqual(['/', '/', '/', '/impressum', '/impressum']);
  });
  it('only a path of the shop is accepted as return path', () => {
    expect(safeReturnPath('/checkout/p1?x=1')).toBe('/checkout/p1?x=1');
    for (const foreign of [
      '//evil.test',
      '/\\evil.test',
      '/..//evil.test',
      '/./\\evil.test',
      'https://evil.test',
      'javascript:alert(1)',
      null,
    ])
      expect(safeReturnPath(foreign)).toBe('/');
  });
  it('the path of a sign-in screen contains the path of the screen to return to', () => {
    expect(authPath('/login', { pathname: '/patterns', search: '?page=2' })).toBe('/login?from=%2Fpatterns%3Fpage%3D2');
    expect(authPath('/register', { pathname: '/login', search: '?from=%2Fcheckout%2Fp1' })).toBe(
      '/register?from=%2Fcheckout%2Fp1',
    );
  });
});

describe('a view', () => {
  it('has the same session id as other views in the tab, and a referrer only if the referrer is a web URL', () => {
    expect(viewSessionId()).toMatch(/^session_[a-z0-9]+_[a-z0-9]+$/);
    expect(viewSessionId()).toBe(viewSessionId());
    expect([viewReferrer('https://a.test/x'), viewReferrer('android-app://x'), viewReferrer('http://')]).toEqual([
      'https://a.test/x',
      undefined,
      undefined,
    ]);
  });
});

const mode = (stripePublishableKey: string | null, stripeApiBase: string | null = null) =>
  paymentMode({ stripePublishableKey, stripeApiBase } as Parameters<typeof paymentMode>[0]);

describe('payment', () => {
  it('is unavailable when the Stripe key is missing or is a placeholder', () => {
    expect([
      mode(null),
      mode('pk_test_your_key_goes_here'),
      mode('pk_test_placeholder'),
      mode('pk_live_51Abcdefghijklmnop'),
    ]).toEqual(['none', 'none', 'none', 'stripe']);
    expect(mode('pk_test_sandbox', 'http://localhost:1')).toBe('sandbox');
  });
});
