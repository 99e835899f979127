/**
 * Why a picture is refused. `NOT_A_PICTURE`: not a JPEG, PNG or WebP. `TOO_MANY_PIXELS`: more than 50 megapixels.
 * `TOO_COMPLEX`: decoding exceeds a limit, or two workers died while decoding. `UNREADABLE`: the decoder fails on the file.
 */
export type PictureRefusal = 'NOT_A_PICTURE' | 'TOO_MANY_PIXELS' | 'TOO_COMPLEX' | 'UNREADABLE';

/** Thrown when a picture is refused permanently: a retry would give the same result. */
export class PictureRefused extends Error {
  readonly code: PictureRefusal;

  constructor(code: PictureRefusal) {
    super(code);
    this.code = code;
  }
}
