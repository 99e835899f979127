import { defineEntity } from '@mikro-orm/core';
import type { Language } from '../../platform/language.js';
import { ApiError } from '../../platform/api-error.js';
import { PICTURE_LIMIT } from '../../platform/shop-rules.js';
import type { Licence } from '../../platform/licence.js';

export const CATEGORIES = ['Dresses', 'Tops', 'Bottoms', 'Accessories', 'Home Decor'] as const;
export const LEVELS = ['Beginner', 'Intermediate', 'Advanced', 'Expert'] as const;
export type Category = (typeof CATEGORIES)[number];
export type Level = (typeof LEVELS)[number];

/**
 * `withdrawn` means unpublished: the designer, or the closing of the account, has taken the pattern off sale. It has nothing
 * to do with a buyer's withdrawal. `hidden`: moderators have hidden the pattern, or its designer is suspended. Buyers can
 * still download an unpublished or a hidden pattern.
 */
export const STATUSES = ['draft', 'published', 'withdrawn', 'hidden'] as const;
export type Status = (typeof STATUSES)[number];

/** The texts of a pattern in one language. */
export interface PatternTexts {
  title: string;
  description: string;
  estimated_time: string;
  tags: string[];
}

/** The details of a pattern in one language, stored in the shape of the API. */
export interface PatternDetails {
  sizes: string[];
  size_chart: { columns: string[]; rows: string[][] };
  materials: string[];
  tools: string[];
  notions: string[];
  /** The length of fabric in metres that is needed per fabric width (in centimetres) and size. */
  fabric: { width_cm: number; meters: { size: string; m: number }[] }[];
  seam_allowance: string;
  techniques: string[];
  notes: string | null;
  instructions_languages: string[];
  /** What the buyer may do with the sewn pieces. */
  licence: Licence;
}

const PatternSchema = defineEntity({
  name: 'Pattern',
  tableName: 'patterns',
  properties: (p) => ({
    id: p.uuid().primary(),
    designerId: p.uuid(),
    slug: p.text(),
    status: p.text().$type<Status>(),
    /** While moderators hide the pattern: the status to restore. */
    shownAs: p.text().$type<'published' | 'withdrawn'>().nullable(),
    /** While the designer's account is suspended: the status to restore. Meanwhile `status` is `hidden`. */
    suspendedAs: p.text().$type<'published' | 'withdrawn' | 'hidden'>().nullable(),
    /** The main language of the texts. Texts in the other language are optional. */
    language: p.text().$type<Language>().default('de'),
    /** One of the two languages can be missing; queries then use the other one. */
    texts: p.json<Partial<Record<Language, PatternTexts>>>(),
    details: p.json<Partial<Record<Language, PatternDetails>>>(),
    category: p.text().$type<Category>(),
    difficultyLevel: p.text().$type<Level>(),
    previewImages: p.json<string[]>(),
    priceCents: p.integer(),
    currency: p.text(),
    viewCount: p.bigint('number').default(0),
    createdAt: p.datetime(),
    publishedAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  }),
});

export class Pattern extends PatternSchema.class {
  /** @param hasPatternPieces whether at least one ready file contains the pattern pieces */
  publish(hasPatternPieces: boolean, at: Date): void {
    if (this.status === 'hidden') throw patternHidden();
    if (this.status === 'published') return;
    const missing = [
      ...(hasPatternPieces
        ? []
        : [{ field: 'files', message: 'A checked A4, US Letter, A0 or projector file is missing' }]),
      ...(this.previewImages.length > 0 ? [] : [{ field: 'preview_images', message: 'A picture is missing' }]),
    ];
    if (missing.length > 0) {
      const what = missing.map(({ message }) => message).join('. ');
      throw new ApiError(409, 'PATTERN_INCOMPLETE', `${what}.`, missing);
    }
    this.status = 'published';
    this.publishedAt ??= at;
    this.updatedAt = at;
  }

  unpublish(at: Date): void {
    if (this.status === 'hidden') throw patternHidden();
    if (this.status === 'withdrawn') return;
    if (this.status !== 'published') {
      throw new ApiError(409, 'PATTERN_NOT_PUBLISHED', 'Only a published pattern can be taken off sale');
    }
    this.status = 'withdrawn';
    this.updatedAt = at;
  }

  /** Hides the pattern by the decision of a moderator. @returns false when moderators have already hidden it */
  hide(): boolean {
    const status = this.suspendedAs ?? this.status;
    if (this.isHiddenByModerators()) return false;
    this.shownAs = status === 'withdrawn' ? 'withdrawn' : 'published';
    this.changeStatus('hidden');
    return true;
  }

  /** Restores the status that the pattern had before moderators hid it. @returns false when moderators have not hidden it */
  restore(): boolean {
    if (!this.isHiddenByModerators()) return false;
    this.changeStatus(this.shownAs ?? 'published');
    this.shownAs = null;
    return true;
  }

  /** Whether moderators have hidden the pattern. A suspension of the designer alone does not count. */
  isHiddenByModerators(): boolean {
    return (this.suspendedAs ?? this.status) === 'hidden';
  }

  /** While the designer is suspended, the new status takes effect when the suspension is lifted. */
  private changeStatus(status: 'published' | 'withdrawn' | 'hidden'): void {
    if (this.suspendedAs) this.suspendedAs = status;
    else this.status = status;
  }

  /** Whether users other than the designer can have seen the pattern. */
  wasPublic(): boolean {
    return this.status !== 'draft';
  }

  /** @returns false when the pattern already has PICTURE_LIMIT pictures */
  addPicture(url: string, at: Date): boolean {
    if (this.previewImages.length >= PICTURE_LIMIT) return false;
    this.previewImages = [...this.previewImages, url];
    this.updatedAt = at;
    return true;
  }

  removePicture(url: string, at: Date): void {
    this.previewImages = this.previewImages.filter((other) => other !== url);
    this.updatedAt = at;
  }

  /** Changes the order of the pictures. @returns false unless `urls` contains each picture of the pattern exactly once */
  arrangePictures(urls: string[]): boolean {
    const isPermutation =
      urls.length === this.previewImages.length && this.previewImages.every((url) => urls.includes(url));
    if (isPermutation) this.previewImages = urls;
    return isPermutation;
  }
}
PatternSchema.setClass(Pattern);

const patternHidden = () =>
  new ApiError(409, 'PATTERN_HIDDEN', 'The pattern was hidden by the moderators. Please contact our support.');
