import { ResponseStore } from './response-store.js';
import { commonHead, encodingFor, isSame, CachedResponse } from './cached-response.js';

const common = commonHead({
  'content-type': 'application/json',
  'cache-control': 'public, max-age=1',
  'set-cookie': 'of=somebody',
});
const answer = (bytes: number) => new CachedResponse(Buffer.alloc(bytes, 'a'), common);

describe('the store of ready answers', () => {
  it('never takes more memory than it may, and lets go of what was not asked for longest', () => {
    const store = new ResponseStore(40_000);
    for (const key of ['a', 'b', 'c']) store.set(key, answer(10_000), 100);
    expect(store.get('a', 1)).toBeDefined();
    store.set('d', answer(10_000), 100);
    expect(['a', 'b', 'c', 'd'].filter((key) => store.get(key, 1))).toEqual(['a', 'c', 'd']);
    expect(store.size).toBeLessThanOrEqual(40_000);
    store.set('giant', answer(100_000), 100);
    expect(store.size).toBe(0);
  });

  it('counts the compressed forms too', async () => {
    const store = new ResponseStore(1_000_000);
    const stored = answer(10_000);
    store.set('a', stored, 100);
    const before = store.size;
    const { body } = await stored.prepare('br');
    store.weighAgain('a', stored);
    expect(store.size).toBe(before + body.length);
    store.set('a', answer(10), 100);
    store.weighAgain('a', stored);
    expect(store.size).toBe(1_010);
  });

  it('forgets what is too old, and everything when told so', () => {
    const store = new ResponseStore(1_000_000);
    store.set('a', answer(10), 100);
    expect([store.get('a', 99), store.get('a', 100), store.size]).toEqual([expect.anything(), undefined, 0]);
    store.set('b', answer(10), 100);
    store.clear();
    expect([store.get('b', 1), store.size]).toEqual([undefined, 0]);
  });
});

describe('a ready answer', () => {
  it('carries no header of the visitor for whom it was made', () => {
    const { head, unchangedHead } = answer(10).variant('identity')!;
    expect(head.join()).toContain('public, max-age=1');
    expect([...head, ...unchangedHead].join()).not.toContain('somebody');
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
  ])('for %s is sent as %s', (accepted, encoding) => {
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
  ])('with the tag "a" is what a visitor with %s has: %s', (has, same) => {
    expect(isSame('"a"', has)).toBe(same);
  });
});
