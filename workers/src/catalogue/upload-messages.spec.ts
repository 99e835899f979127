import { flagMessage, refusalMessage } from '#backend/catalogue/files/upload-messages.js';
import { REFUSAL_CODES } from '../pdf/document/master-refused.js';

const languages = ['de', 'en'] as const;

describe('what the designer reads about a file', () => {
  it('has words of its own for every reason to refuse it', () => {
    for (const language of languages) {
      const words = REFUSAL_CODES.map((code) => refusalMessage(code, language));
      expect(new Set([...words, refusalMessage('unknown', language)]).size).toBe(REFUSAL_CODES.length + 1);
    }
  });

  // review point 27: pages under 10 pt were refused without a reason
  it('says why a page is too small, and what to look at', () => {
    expect(refusalMessage('PAGE_TOO_SMALL', 'de')).toMatch(/10 Punkt \(3,5 mm\).*keinen Platz.*Seitenformat/);
    expect(refusalMessage('PAGE_TOO_SMALL', 'en')).toMatch(/10 points \(3\.5 mm\).*no room.*page size/);
  });

  // review point 28: the engine keeps form fields, the words said that it removes them
  it('says that form fields are kept when comments are removed', () => {
    expect(flagMessage('markup-removed', 'de')).toContain('Formularfelder sind noch da');
    expect(flagMessage('markup-removed', 'en')).toContain('form fields are still there');
  });

  // review point 29
  it('names the standard that a marked copy no longer follows', () => {
    expect(flagMessage('claim-removed:PDF/A-4', 'de')).toContain('dem Standard PDF/A-4 zu folgen');
    expect(flagMessage('claim-removed:PDF/A-2a, PDF/UA-1', 'en')).toContain('follows PDF/A-2a, PDF/UA-1.');
  });
});
