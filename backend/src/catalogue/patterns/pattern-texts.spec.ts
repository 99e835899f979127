import { changeTexts, NO_DETAILS } from './pattern-texts.js';

describe('the texts of a pattern', () => {
  it('keep the licence and the sizes when the main language changes to a language without details', () => {
    const licence = { kind: 'small-series', pieces: 50 } as const;
    const german = { ...NO_DETAILS, sizes: ['36'], licence, seam_allowance: '1 cm enthalten' };
    const { details } = changeTexts({ texts: {}, details: { de: german } }, 'en', 'en', {});
    expect(details.en).toMatchObject({ sizes: ['36'], licence, seam_allowance: '' });
    expect(details.de).toEqual(german);
  });
});
