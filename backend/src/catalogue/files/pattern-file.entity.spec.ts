import { PatternFile } from './pattern-file.entity.js';

const master = {
  key: 'masters/1',
  etag: '"e"',
  bytes: 10,
  sha256: 'ab',
  pages: 2,
  pageSizes: [{ width: 210, height: 297 }],
  flags: [] as string[],
};
const createUpload = () => Object.assign(new PatternFile(), { id: '1', state: 'uploaded' as const });

describe('PatternFile', () => {
  it('is ready after its preparation, and a repeated preparation changes nothing', () => {
    const file = createUpload();
    expect(file.markPrepared({ ...master, flags: ['private-data-removed'] }, new Date())).toBe(true);
    expect(file.state).toBe('ready');
    expect(file.markPrepared({ ...master, sha256: 'other' }, new Date())).toBe(false);
    expect(file.masterSha256).toBe('ab');
  });

  it.each([
    'repaired',
    'was-signed',
    'xfa',
    'content-not-inspected',
    'markup-removed',
    'attachments-removed',
    'active-content-removed',
  ])('requires confirmation with the flag %s', (flag) => {
    const file = createUpload();
    file.markPrepared({ ...master, flags: ['shared-page', flag] }, new Date());
    expect(file.state).toBe('needs-confirmation');
  });

  it('stays refused after a later preparation or confirmation', () => {
    const file = createUpload();
    file.refuse('PASSWORD', 'It needs a password.', new Date());
    expect(file.markPrepared(master, new Date())).toBe(false);
    expect(file).toMatchObject({ state: 'refused', refusalCode: 'PASSWORD' });
    expect(file.confirm(new Date())).toBe(false);
  });

  it('is ready when its designer has confirmed it', () => {
    const file = createUpload();
    expect(file.confirm(new Date())).toBe(false);
    file.markPrepared({ ...master, flags: ['repaired'] }, new Date());
    expect(file.confirm(new Date())).toBe(true);
    expect(file.confirm(new Date())).toBe(true);
    expect(file.state).toBe('ready');
  });

  it.each([
    ['a4', 2],
    ['a0', 2],
    ['projector', 0],
  ] as const)('needs, for two pages of the kind %s, %d sheets of paper', (kind, sheets) => {
    const file = Object.assign(createUpload(), { kind, sheets: 0 });
    file.markPrepared(master, new Date());
    expect(file.sheets).toBe(sheets);
  });
});
