import type { Language } from '../platform/language.js';
import accessibilityDe from './locales/de/barrierefreiheit.json' with { type: 'json' };
import copyrightDe from './locales/de/copyright.json' with { type: 'json' };
import imprintDe from './locales/de/impressum.json' with { type: 'json' };
import privacyDe from './locales/de/privacy.json' with { type: 'json' };
import rankingDe from './locales/de/ranking.json' with { type: 'json' };
import refundsDe from './locales/de/refunds.json' with { type: 'json' };
import termsDe from './locales/de/terms.json' with { type: 'json' };
import withdrawalDe from './locales/de/widerruf.json' with { type: 'json' };
import accessibilityEn from './locales/en/barrierefreiheit.json' with { type: 'json' };
import copyrightEn from './locales/en/copyright.json' with { type: 'json' };
import imprintEn from './locales/en/impressum.json' with { type: 'json' };
import privacyEn from './locales/en/privacy.json' with { type: 'json' };
import rankingEn from './locales/en/ranking.json' with { type: 'json' };
import refundsEn from './locales/en/refunds.json' with { type: 'json' };
import termsEn from './locales/en/terms.json' with { type: 'json' };
import withdrawalEn from './locales/en/widerruf.json' with { type: 'json' };

/** The pages with a legal text. The name is also the path of the page: `/terms`. */
export const LEGAL_PAGES = [
  'terms',
  'privacy',
  'widerruf',
  'refunds',
  'copyright',
  'impressum',
  'barrierefreiheit',
  'ranking',
] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** Decides whether a line or a section belongs to the text. */
export interface Condition {
  /** The fact that is not null, or that has the value `is`. */
  when?: string;
  is?: string;
  /** The fact that is null. */
  unless?: string;
}

/**
 * A line of a text. `{{name}}` stands for a fact or a rule of the shop, and `[text](/path)` is a link. Lines that begin with
 * a dash are items of a list. With `each`, the line is repeated for each part of a fact, which is separated by semicolons.
 */
export type Line = string | (Condition & { each?: string; text: string });

/** A legal text without the facts about the operator. */
export interface LegalTemplate {
  title: string;
  lead: string;
  /** `form` contains the lines of a form that consumers fill in on paper. */
  sections: (Condition & { id: string; title: string; text: Line[]; form?: Line[] })[];
}

export const TEMPLATES: Record<Language, Record<LegalPage, LegalTemplate>> = {
  de: {
    terms: termsDe,
    privacy: privacyDe,
    widerruf: withdrawalDe,
    refunds: refundsDe,
    copyright: copyrightDe,
    impressum: imprintDe,
    barrierefreiheit: accessibilityDe,
    ranking: rankingDe,
  },
  en: {
    terms: termsEn,
    privacy: privacyEn,
    widerruf: withdrawalEn,
    refunds: refundsEn,
    copyright: copyrightEn,
    impressum: imprintEn,
    barrierefreiheit: accessibilityEn,
    ranking: rankingEn,
  },
};
