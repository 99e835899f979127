export type PictureRefusal = 'NOT_A_PICTURE' | 'TOO_MANY_PIXELS' | 'TOO_COMPLEX' | 'UNREADABLE';

/** The picture itself is at fault; trying again gives the same answer. */
export class PictureRefused extends Error {
  readonly code: PictureRefusal;

  constructor(code: PictureRefusal) {
    super(code);
    this.code = code;
  }
}
