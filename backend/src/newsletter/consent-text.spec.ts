import { textOf } from '../../test/support/source-files.js';
import { CONSENT_TEXT } from './consent-text.js';

it.each(['de', 'en'] as const)('CONSENT_TEXT equals the text that the storefront shows in %s', (language) => {
  const { footer } = JSON.parse(textOf(`storefront/src/i18n/locales/${language}/common.json`)) as {
    footer: { newsletter: { consent: string } };
  };
  expect(footer.newsletter.consent).toBe(CONSENT_TEXT[language]);
});
