export type PictureRefusal = 'NOT_A_PICTURE' | 'TOO_MANY_PIXELS' | 'TOO_COMPLEX' | 'UNREADABLE';

/** Refuses a picture permanently: a retry would give the same result. */
export class PictureRefused extends Error {
  readonly code: PictureRefusal;

  constructor(code: PictureRefusal) {
    super(code);
    this.code = code;
  }
}
