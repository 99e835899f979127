import { flagMessage, refusalMessage } from '#backend/catalogue/files/upload-messages.js';
import { REFUSAL_CODES } from '../pdf/document/master-refused.js';

const languages = ['de', 'en'] as const;

describe('the messages about an uploaded file', () => {
  it('are different for every refusal code', () => {
    for (const language of languages) {
      const messages = REFUSAL_CODES.map((code) => refusalMessage(code, language));
      expect(new Set([...messages, refusalMessage('unknown', language)]).size).toBe(REFUSAL_CODES.length + 1);
    }
  });

  it('explain why a page is too small, and what to check', () => {
    expect(refusalMessage('PAGE_TOO_SMALL', 'de')).toMatch(/10\u00A0Punkt \(3,5\u00A0mm\).*keinen Platz.*Seitenformat/);
    expect(refusalMessage('PAGE_TOO_SMALL', 'en')).toMatch(/10\u00A0points \(3\.5\u00A0mm\).*no room.*page size/);
  });

  it('say that form fields are kept when comments are removed', () => {
    expect(flagMessage('markup-removed', 'de')).toContain('Formularfelder sind noch da');
    expect(flagMessage('markup-removed', 'en')).toContain('form fields are still there');
  });

  it('name the standard that the copies no longer follow', () => {
    expect(flagMessage('claim-removed:PDF/A-4', 'de')).toContain('dem Standard PDF/A-4 zu folgen');
    expect(flagMessage('claim-removed:PDF/A-2a, PDF/UA-1', 'en')).toContain('follows PDF/A-2a, PDF/UA-1.');
  });
});
