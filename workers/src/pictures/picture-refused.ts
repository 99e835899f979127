export type PictureRefusal = 'NOT_A_PICTURE' | 'TOO_MANY_PIXELS' | 'TOO_COMPLEX' | 'UNREADABLE';

/** The picture is invalid: a retry gives the same result. */
export class PictureRefused extends Error {
  readonly code: PictureRefusal;

  constructor(code: PictureRefusal) {
    super(code);
    this.code = code;
  }
}
