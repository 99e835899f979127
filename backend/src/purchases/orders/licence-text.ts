import type { Licence, LicenceKind } from '../../platform/licence.js';
import type { Language } from '../../platform/language.js';
import { type TextVersions, textsOfVersion } from './agreed-text.js';

/** The licence of an order. A later change of the pattern's licence does not change it. */
export interface SoldLicence extends Licence {
  /** Version of the licence texts. */
  version: string;
}

/** Version of the licence texts that the checkout shows. Change the version whenever a text changes. */
export const LICENCE_VERSION = '2026-11-25';

/** The licence texts, with the placeholder `{{pieces}}`. Add a changed text as a new version, and keep the old versions. */
export const LICENCE_TEXTS: TextVersions<Record<Language, Record<LicenceKind, string>>> = {
  '2026-11-25': {
    sha256: '0350212a81ce14487b6fba9db780460b82a5802cf3ea1ec3585ab4bf96753289',
    texts: {
      de: {
        private:
          'Privat: Du darfst für dich, deine Familie und zum Verschenken nähen, so oft du magst. Genähte Stücke darfst du nicht verkaufen. Die Dateien darfst du nicht weitergeben, verkaufen oder veröffentlichen.',
        'small-series':
          'Kleinserie: Du darfst privat nähen, so oft du magst, und genähte Stücke verkaufen, insgesamt höchstens {{pieces}} Stück. Die Dateien darfst du nicht weitergeben, verkaufen oder veröffentlichen.',
        commercial:
          'Gewerblich: Du darfst privat nähen, so oft du magst, und beliebig viele genähte Stücke verkaufen. Die Dateien darfst du nicht weitergeben, verkaufen oder veröffentlichen.',
      },
      en: {
        private:
          'Private use: you may sew for yourself, for your family and as gifts, as often as you like. You may not sell the pieces you sew. You may not pass on, sell or publish the files.',
        'small-series':
          'Small series: you may sew privately as often as you like, and you may sell pieces you sew, up to {{pieces}} in total. You may not pass on, sell or publish the files.',
        commercial:
          'Commercial use: you may sew privately as often as you like, and you may sell any number of pieces you sew. You may not pass on, sell or publish the files.',
      },
    },
  },
};

/**
 * The text of a sold licence.
 * @throws {Error} for an unknown version, because a confirmation must not show another text
 */
export function licenceText({ version, kind, pieces }: SoldLicence, locale: Language): string {
  return textsOfVersion(LICENCE_TEXTS, version)[locale][kind].replace('{{pieces}}', String(pieces));
}

/** The sold licence as a value of the payment metadata, such as `2026-11-25 small-series 50`. */
export const serialiseLicence = ({ version, kind, pieces }: SoldLicence) =>
  [version, kind, pieces].filter((part) => part !== null).join(' ');

/** Reads a value of `serialiseLicence`. */
export function parseLicence(value: string): SoldLicence {
  const [version, kind, pieces] = value.split(' ');
  return { kind: kind as LicenceKind, pieces: pieces ? Number(pieces) : null, version: version! };
}
