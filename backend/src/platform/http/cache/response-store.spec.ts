import { ResponseStore } from './response-store.js';
import { commonHead, encodingFor, isSame, CachedResponse } from './cached-response.js';

const common = commonHead({
  'content-type': 'application/json',
  'cache-control': 'public, max-age=1',
  'set-cookie': 'of=user-1',
});
const answer = (bytes: number) => new CachedResponse(Buffer.alloc(bytes, 'a'), common);

describe('ResponseStore', () => {
  it('stays within its limit and evicts the least recently used entry', () => {
    const store = new ResponseStore(40_000);
    for (const key of ['a', 'b', 'c']) store.set(key, answer(10_000), 100);
    expect(store.get('a', 1)).toBeDefined();
    store.set('d', answer(10_000), 100);
    expect(['a', 'b', 'c', 'd'].filter((key) => store.get(key, 1))).toEqual(['a', 'c', 'd']);
    expect(store.size).toBeLessThanOrEqual(40_000);
    store.set('giant', answer(100_000), 100);
    expect(store.size).toBe(0);
  });

  it('counts compressed bodies', async () => {
    const store = new ResponseStore(1_000_000);
    const stored = answer(10_000);
    store.set('a', stored, 100);
    const before = store.size;
    const { body } = await stored.prepare('br');
    store.updateSize('a', stored);
    expect(store.size).toBe(before + body.length);
    store.set('a', answer(10), 100);
    store.updateSize('a', stored);
    expect(store.size).toBe(1_010);
  });

  it('removes an expired entry, and all entries on clear', () => {
    const store = new ResponseStore(1_000_000);
    store.set('a', answer(10), 100);
    expect([store.get('a', 99), store.get('a', 100), store.size]).toEqual([expect.anything(), undefined, 0]);
    store.set('b', answer(10), 100);
    store.clear();
    expect([store.get('b', 1), store.size]).toEqual([undefined, 0]);
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
