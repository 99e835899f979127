import { responseStore, updateSize } from './response-store.js';
import { commonHead, encodingFor, isSame, CachedResponse } from './cached-response.js';

const common = commonHead({
  'content-type': 'application/json',
  'cache-control': 'public, max-age=1',
  'set-cookie': 'of=user-1',
});
const answer = (bytes: number) => new CachedResponse(Buffer.alloc(bytes, 'a'), common);

describe('response store', () => {
  it('stays within its limit and evicts the least recently used entry', () => {
    const store = responseStore(40_000, 100);
    for (const key of ['a', 'b', 'c']) store.set(key, answer(10_000));
    expect(store.get('a')).toBeDefined();
    store.set('d', answer(10_000)).set('giant', answer(100_000));
    expect([...store.keys()].toSorted()).toEqual(['a', 'c', 'd']);
    expect(store.calculatedSize).toBeLessThanOrEqual(40_000);
  });

  it('counts compressed bodies', async () => {
    const store = responseStore(1_000_000, 100);
    const stored = answer(10_000);
    store.set('a', stored, { start: performance.now() - 50 });
    const { body } = await stored.prepare('br');
    updateSize(store, 'a', stored);
    expect(store.calculatedSize).toBe(11_000 + body.length);
    expect(store.getRemainingTTL('a')).toBeLessThanOrEqual(50);
    store.set('a', answer(10));
    updateSize(store, 'a', stored);
    expect(store.calculatedSize).toBe(1_010);
  });
});

describe('CachedResponse', () => {
  it('contains no header of the client that it was made for', () => {
    const { head, unchangedHead } = answer(10).variant('identity')!;
    expect(head.join()).toContain('public, max-age=1');
    expect([...head, ...unchangedHead].join()).not.toContain('user-1');
    expect(unchangedHead.join()).not.toMatch(/content-(length|type)/);
  });

  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.000, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', 'identity'],
    ['x-br, brotli', 'identity'],
  ])('encodes for %s as %s', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding);
  });

  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"A"', false],
    ['a', false],
    ['"a-br"', false],
    [undefined, false],
  ])('compares the tag "a" with If-None-Match %s: %s', (has, same) => {
    expect(isSame('"a"', has)).toBe(same);
  });
});
