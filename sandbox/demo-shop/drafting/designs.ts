// The drafting parameters of garments and things (bags, hats, home decor). Lengths are in cm. bodyScale adapts the neckline,
// `below` and `flare` of a BodyDesign to the size, because they are drafted for adults.

export interface NeckDesign {
  shape: 'round' | 'v' | 'wrap';
  /** The width that is added to the basic neck width on each side. */
  wide: number;
  /** Depth of the neckline at the front. */
  front: number;
  /** Depth of the neckline at the back. */
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
  /** Gathered, tiered: the width of a panel divided by the gathered width. Others: the additional hem width per quarter. */
  fullness: number;
  pockets?: 'seam' | 'patch';
  vent?: boolean;
}

export type Pocket = 'seam' | 'patch' | 'chest' | 'kangaroo';

export interface BodyDesign {
  kind: 'body';
  /** The width that is added to the bust and hip measurements. */
  ease: number;
  /** The distance from the waist down to the lower edge of front and back; negative for an edge above the waist. */
  below: number;
  /** The width that each quarter of the body gains at the lower edge. */
  flare: number;
  /** The width that each quarter of the body loses at the waist. */
  take: number;
  /** The distance by which the shoulder seam extends beyond the shoulder. */
  extension: number;
  neck: NeckDesign;
  sleeve: SleeveDesign | null;
  opening: 'none' | 'slit' | 'buttons' | 'wrap' | 'open' | 'back-buttons' | 'back-zip';
  collar: 'shirt' | 'turn-down' | null;
  /** Height of the neckband; 0 for none. */
  neckband: number;
  /** Height of the back yoke; 0 for none. */
  yoke: number;
  darts: boolean;
  bib: boolean;
  pockets: Pocket[];
  /** Height of the ribbed band at the lower edge; 0 for none. */
  rib: number;
  skirt: SkirtDesign | null;
  belt: boolean;
  lined: boolean;
}

/** A skirt with its own waistband. */
export interface StandaloneSkirt {
  kind: 'skirt';
  skirt: SkirtDesign;
  /** Height of the waistband. */
  band: number;
}

export interface TrouserDesign {
  kind: 'trousers';
  /** The width that is added to the hip measurement. */
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

/** Any design that is not drafted as a body garment, a skirt or trousers: bags, hats, aprons, home decor. */
export interface ThingDesign {
  kind: 'thing';
  thing: ThingKind;
}

export type Design = BodyDesign | StandaloneSkirt | TrouserDesign | ThingDesign;

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
