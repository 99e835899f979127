import { flagMessage, refusalMessage } from '#backend/catalogue/files/upload-messages.js';
import { REFUSAL_CODES } from '../pdf/document/master-refused.js';

const languages = ['de', 'en'] as const;

describe('messages about an uploaded file', () => {
  it('has a separate message for every refusal code', () => {
    for (const language of languages) {
      const messages = REFUSAL_CODES.map((code) => refusalMessage(code, language));
      expect(new Set([...messages, refusalMessage('unknown', language)]).size).toBe(REFUSAL_CODES.length + 1);
    }
  });

  // Pages under 10 pt were refused without a reason.
  it('explains why a page is too small, and what to check', () => {
    expect(refusalMessage('PAGE_TOO_SMALL', 'de')).toMatch(/10 Punkt \(3,5 mm\).*keinen Platz.*Seitenformat/);
    expect(refusalMessage('PAGE_TOO_SMALL', 'en')).toMatch(/10 points \(3\.5 mm\).*no room.*page size/);
  });

  // Form fields are kept, but the message described them as removed.
  it('mentions kept form fields when comments are removed', () => {
    expect(flagMessage('markup-removed', 'de')).toContain('Formularfelder sind noch da');
    expect(flagMessage('markup-removed', 'en')).toContain('form fields are still there');
  });

  it('names the standard that a marked copy no longer follows', () => {
    expect(flagMessage('claim-removed:PDF/A-4', 'de')).toContain('dem Standard PDF/A-4 zu folgen');
    expect(flagMessage('claim-removed:PDF/A-2a, PDF/UA-1', 'en')).toContain('follows PDF/A-2a, PDF/UA-1.');
  });
});
