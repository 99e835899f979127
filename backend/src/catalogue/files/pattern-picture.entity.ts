import { defineEntity } from '@mikro-orm/core';
import { Pattern } from '../patterns/pattern.entity.js';

/**
 * `awaiting-upload`: the upload is requested, but has not arrived. `uploaded`: no worker has re-encoded the picture yet.
 * `ready`: the pattern shows the picture. `refused`: the shop has refused it. `removed`: the designer has removed it.
 */
export const PICTURE_STATES = ['awaiting-upload', 'uploaded', 'ready', 'refused', 'removed'] as const;
export type PictureState = (typeof PICTURE_STATES)[number];

const PatternPictureSchema = defineEntity({
  name: 'PatternPicture',
  tableName: 'pattern_pictures',
  properties: (p) => ({
    id: p.uuid().primary(),
    patternId: () => p.manyToOne(Pattern).mapToPk().joinColumn('pattern_id').deleteRule('cascade'),
    state: p.text().$type<PictureState>(),
    sourceKey: p.text(),
    /** The URL path of the re-encoded picture. */
    url: p.text().nullable(),
    refusalCode: p.text().nullable(),
    requestedAt: p.datetime(),
    preparedAt: p.datetime().nullable(),
  }),
});

/** A picture that a designer has uploaded. The shop serves only the re-encoded picture, never the upload itself. */
export class PatternPicture extends PatternPictureSchema.class {
  /** Records that the upload has arrived. @returns false when this was already recorded */
  markUploaded(): boolean {
    if (this.state !== 'awaiting-upload') return false;
    this.state = 'uploaded';
    return true;
  }

  markPrepared(url: string, at: Date): void {
    this.state = 'ready';
    this.url = url;
    this.preparedAt = at;
  }

  refuse(code: string, at: Date): void {
    if (this.state !== 'uploaded') return;
    this.state = 'refused';
    this.refusalCode = code;
    this.preparedAt = at;
  }
}
PatternPictureSchema.setClass(PatternPicture);
