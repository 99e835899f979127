// The parameters of garments and things. Lengths are in cm, for the sample size.

export interface NeckDesign {
  shape: 'round' | 'v' | 'wrap';
  /** The width that is added to the basic neck width on each side. */
  wide: number;
  front: number;
  back: number;
}

export interface SleeveDesign {
  /** Share of the arm length. */
  length: number;
  /** Width of the lower edge as a share of the biceps. */
  hem: number;
  /** The additional width of the cap for gathers. */
  puff: number;
  end: 'hem' | 'cuff' | 'rib' | 'elastic' | 'turn-up';
}

export interface SkirtDesign {
  kind: 'gathered' | 'tiered' | 'a-line' | 'pencil' | 'half-circle' | 'pleated' | 'kilt';
  length: number;
  /** For gathered skirts the ratio of the panels' width to the waist, for others the additional hem width of a quarter. */
  fullness: number;
  pockets?: 'seam' | 'patch';
  vent?: boolean;
}

export type Pocket = 'seam' | 'patch' | 'chest' | 'kangaroo';

export interface BodyDesign {
  kind: 'body';
  ease: number;
  /** The distance from the waist to the lower end of the body. */
  below: number;
  /** The width of each quarter that `flare` adds at the lower edge, and that `take` removes at the waist. */
  flare: number;
  take: number;
  extension: number;
  neck: NeckDesign;
  sleeve: SleeveDesign | null;
  opening: 'none' | 'slit' | 'buttons' | 'wrap' | 'open' | 'back-buttons' | 'back-zip';
  collar: 'shirt' | 'turn-down' | null;
  neckband: number;
  yoke: number;
  darts: boolean;
  bib: boolean;
  pockets: Pocket[];
  /** Height of a ribbed band at the lower edge. */
  rib: number;
  skirt: SkirtDesign | null;
  belt: boolean;
  lined: boolean;
}

export interface SkirtWork {
  kind: 'skirt';
  skirt: SkirtDesign;
  band: number;
}

export interface TrouserDesign {
  kind: 'trousers';
  ease: number;
  /** The length of the side from the waist. */
  length: number;
  /** The length that is added to the crotch depth. */
  drop: number;
  /** Leg widths at knee and hem, front and back together. */
  knee: number;
  hem: number;
  waist: 'elastic' | 'cut-on' | 'band' | 'jeans';
  pleats: number;
  pockets: 'slant' | 'seam' | 'jeans';
  fly: boolean;
}

export type ThingKind =
  | 'tote'
  | 'pouch'
  | 'hat'
  | 'headband'
  | 'belt-bag'
  | 'backpack'
  | 'shoulder-bag'
  | 'cushion'
  | 'apron'
  | 'bunting'
  | 'pot-holder'
  | 'basket'
  | 'curtain'
  | 'pouf'
  | 'quilt';

export interface ThingDesign {
  kind: 'thing';
  thing: ThingKind;
}

export type Design = BodyDesign | SkirtWork | TrouserDesign | ThingDesign;

const plainBody: BodyDesign = {
  kind: 'body',
  ease: 8,
  below: 20,
  flare: 0,
  take: 0,
  extension: 0,
  neck: { shape: 'round', wide: 1, front: 9, back: 2.5 },
  sleeve: null,
  opening: 'none',
  collar: null,
  neckband: 0,
  yoke: 0,
  darts: false,
  bib: false,
  pockets: [],
  rib: 0,
  skirt: null,
  belt: false,
  lined: false,
};

/** @returns an upper-body garment: a plain sleeveless top with these changes */
export const body = (changes: Partial<BodyDesign>): BodyDesign => ({ ...plainBody, ...changes });

export const thing = (kind: ThingKind): ThingDesign => ({ kind: 'thing', thing: kind });
