import { isInstalled } from './fixture-programs.js';

describe('a program that a test draws or reads with', () => {
  const absent = 'program-that-is-not-there';

  it('fails the test in continuous integration when it is not installed', () => {
    expect(() => isInstalled(absent, 'nothing was drawn', { CI: 'true' })).toThrow(`Without ${absent}`);
  });

  it('is done without elsewhere, which is said', () => {
    const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(isInstalled(absent, 'nothing was drawn', {})).toBe(false);
      expect(said).toHaveBeenCalledWith(expect.stringContaining('nothing was drawn'));
    } finally {
      said.mockRestore();
    }
  });
});
