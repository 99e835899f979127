import { responseStore, updateSize } from './response-store.js';
import { commonHead, chooseEncoding, matchesEtag, CachedResponse } from './cached-response.js';

const common = commonHead({
  'content-type': 'application/json',
  'cache-control': 'public, max-age=1',
  'set-cookie': 'of=user-1',
});
const createResponse = (bytes: number) => new CachedResponse(Buffer.alloc(bytes, 'a'), common);

describe('response store', () => {
  it('stays within its limit and evicts the least recently used entry', () => {
    const store = responseStore(40_000, 100);
    for (const key of ['a', 'b', 'c']) store.set(key, createResponse(10_000));
    expect(store.get('a')).toBeDefined();
    store.set('d', createResponse(10_000)).set('giant', createResponse(100_000));
    expect([...store.keys()].toSorted()).toEqual(['a', 'c', 'd']);
    expect(store.calculatedSize).toBeLessThanOrEqual(40_000);
  });

  it('adds the size of a compressed body to its entry, and keeps the expiry of the entry', async () => {
    const store = responseStore(1_000_000, 100);
    const stored = createResponse(10_000);
    store.set('a', stored, { start: performance.now() - 50 });
    const { body } = await stored.prepare('br');
    updateSize(store, 'a', stored);
    expect(store.calculatedSize).toBe(11_000 + body.length);
    expect(store.getRemainingTTL('a')).toBeLessThanOrEqual(50);
    store.set('a', createResponse(10));
    updateSize(store, 'a', stored);
    expect(store.calculatedSize).toBe(1_010);
  });
});

describe('CachedResponse', () => {
  it('contains no header that belongs to one client', () => {
    const { head, unchangedHead } = createResponse(10).variant('identity')!;
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
  ])('answers Accept-Encoding "%s" with the encoding %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
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
  ])('compares the ETag "a" with If-None-Match %s; it matches: %s', (ifNoneMatch, matches) => {
    expect(matchesEtag('"a"', ifNoneMatch)).toBe(matches);
  });
});
