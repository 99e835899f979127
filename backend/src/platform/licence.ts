import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, ValidateBy, type ValidationArguments } from 'class-validator';

/**
 * What the buyer may do with the sewn pieces. `private`: private use, which includes gifts. `small-series`: also sell a
 * limited number of pieces. `commercial`: also sell pieces without a limit. No licence permits passing on the files.
 */
export const LICENCE_KINDS = ['private', 'small-series', 'commercial'] as const;
export type LicenceKind = (typeof LICENCE_KINDS)[number];

/** The most pieces that a small series can have. */
export const MAX_PIECES = 1000;

export interface Licence {
  kind: LicenceKind;
  /** The number of pieces that the buyer may sell, 1 to MAX_PIECES; null unless the kind is `small-series`. */
  pieces: number | null;
}

/** The licence of a pattern whose designer has chosen none. */
export const PRIVATE_USE: Licence = { kind: 'private', pieces: null };

export const isSameLicence = (one: Licence, other: Licence) => one.kind === other.kind && one.pieces === other.pieces;

/** Requires the number of pieces for a small series, and none for any other kind. */
const Pieces = () =>
  ValidateBy({
    name: 'pieces',
    validator: {
      validate: (pieces: unknown, args?: ValidationArguments) =>
        isSmallSeries(args)
          ? Number.isInteger(pieces) && (pieces as number) >= 1 && (pieces as number) <= MAX_PIECES
          : (pieces ?? null) === null,
      defaultMessage: (args?: ValidationArguments) =>
        isSmallSeries(args)
          ? `pieces must be a whole number from 1 to ${MAX_PIECES}`
          : 'pieces must be missing unless the kind is small-series',
    },
  });

const isSmallSeries = (args?: ValidationArguments) => (args?.object as Licence | undefined)?.kind === 'small-series';

export class LicenceForm implements Licence {
  @ApiProperty({ enum: LICENCE_KINDS })
  @IsIn(LICENCE_KINDS, { message: `kind must be one of ${LICENCE_KINDS.join(', ')}` })
  kind!: LicenceKind;

  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: MAX_PIECES,
    description: 'For small-series only: how many sewn pieces the buyer may sell',
  })
  @Pieces()
  pieces: number | null = null;
}

/** The licence in a response. */
export class LicenceView implements Licence {
  @ApiProperty({
    enum: LICENCE_KINDS,
    description:
      'private: private use with gifts; small-series: also sell a limited number of sewn pieces; commercial: also sell sewn pieces without a limit. Never pass on the files',
  })
  kind!: LicenceKind;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'For small-series: how many sewn pieces the buyer may sell',
  })
  pieces!: number | null;
}
