/** The look of a fabric. Sizes of motifs are in cm, so the fabric has the same scale in every picture. */
export interface Fabric {
  base: string;
  accent: string;
  motif:
    | 'plain'
    | 'stripe'
    | 'dots'
    | 'check'
    | 'gingham'
    | 'twill'
    | 'cord'
    | 'sprigs'
    | 'herringbone'
    | 'leaves'
    | 'knit';
}

const fabric = (motif: Fabric['motif'], base: string, accent: string): Fabric => ({ motif, base, accent });

const fabrics: Record<string, Fabric> = {
  lina: fabric('sprigs', '#E9B9A6', '#B4634E'),
  ida: fabric('stripe', '#F0EBDF', '#3C5577'),
  wanda: fabric('leaves', '#5F7F6C', '#C9D6B8'),
  frida: fabric('cord', '#B9763F', '#8F5628'),
  carlotta: fabric('dots', '#41577F', '#DDE3EC'),
  marlene: fabric('twill', '#A9BFD3', '#7E9AB5'),
  helene: fabric('herringbone', '#8A8F98', '#6C727C'),
  matilda: fabric('gingham', '#F4EDE0', '#C8665C'),
  pia: fabric('plain', '#D8C29A', '#B79C6C'),
  jonte: fabric('stripe', '#F3EFE6', '#A34A45'),
  mats: fabric('knit', '#8FA58B', '#738B70'),
  amelie: fabric('dots', '#F2E6DD', '#B98B79'),
  runa: fabric('knit', '#C9A86B', '#A98748'),
  odette: fabric('plain', '#C79AA5', '#A87482'),
  konrad: fabric('check', '#E4E9EE', '#6F8BAA'),
  alma: fabric('twill', '#3F5873', '#2C425A'),
  greta: fabric('cord', '#8C4A4A', '#6D3434'),
  romy: fabric('plain', '#7E94A8', '#5F778D'),
  tilda: fabric('twill', '#6B7A5E', '#546249'),
  ilse: fabric('check', '#DCCFB6', '#A55A50'),
  nele: fabric('plain', '#CDB793', '#AC9468'),
  ole: fabric('stripe', '#EEF0EE', '#5F86A8'),
  vera: fabric('plain', '#96705F', '#795444'),
  theo: fabric('herringbone', '#9A8E7C', '#7B6F5D'),
  karla: fabric('twill', '#4C6787', '#34506F'),
  henk: fabric('plain', '#D9CBB0', '#B9A882'),
  ylvi: fabric('leaves', '#E5C36F', '#7E8F5A'),
  pelle: fabric('twill', '#B8A06A', '#97804A'),
  liv: fabric('sprigs', '#D9A9A0', '#8F4F4B'),
  enno: fabric('plain', '#55694F', '#41543C'),
  arvid: fabric('plain', '#8A6F4A', '#6E5636'),
  smilla: fabric('cord', '#A5563F', '#833F2C'),
  hedda: fabric('stripe', '#EDE4D3', '#8A6E78'),
  jette: fabric('twill', '#B9C4C9', '#93A3AB'),
  wim: fabric('dots', '#D9796A', '#F7E9DA'),
  oda: fabric('gingham', '#F1EADB', '#6F8BA0'),
  tomte: fabric('leaves', '#E7DCC8', '#6E7F63'),
  svea: fabric('plain', '#E9E0CE', '#CDBF9F'),
  ragna: fabric('cord', '#7C8A6A', '#616F50'),
  mirja: fabric('plain', '#E9DFCB', '#C9B994'),
};

export const findFabric = (key: string): Fabric => fabrics[key]!;

/** @returns the fabric as an SVG pattern whose unit is a centimetre */
export function fabricPattern(id: string, { base, accent, motif }: Fabric): string {
  const [[w, h], art] = motifs[motif](accent);
  // Some renderers do not draw tiles of less than a pixel, so fine motifs are repeated within a larger tile.
  const [across, down] = [Math.ceil(4 / w), Math.ceil(4 / h)];
  const tiles = Array.from(
    { length: across * down },
    (_, i) =>
      `<g transform="translate(${((i % across) * w).toFixed(2)} ${(Math.floor(i / across) * h).toFixed(2)})">${art}</g>`,
  );
  const [width, height] = [(across * w).toFixed(2), (down * h).toFixed(2)];
  return (
    `<pattern id="${id}" patternUnits="userSpaceOnUse" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="${base}"/>${tiles.join('')}</pattern>`
  );
}

type Motif = (accent: string) => [size: [number, number], art: string];

const lines = (d: string, colour: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round"/>`;

/** @returns a flower: five petals around a light centre */
const flower = (x: number, y: number, colour: string) =>
  Array.from({ length: 5 }, (_, i) => {
    const turn = (i * 2 * Math.PI) / 5 - Math.PI / 2;
    const [cx, cy] = [(x + Math.cos(turn) * 0.48).toFixed(2), (y + Math.sin(turn) * 0.48).toFixed(2)];
    return `<circle cx="${cx}" cy="${cy}" r=".4" fill="${colour}"/>`;
  }).join('') + `<circle cx="${x}" cy="${y}" r=".24" fill="#FBF3E2"/>`;

/** @returns a stem with five leaves */
const sprig = (x: number, y: number, colour: string) => {
  const leaf = (dy: number, side: number) =>
    `M${x} ${(y + dy).toFixed(2)}q${side * 0.2} -.75 ${side * 1.25} -.85q${side * -0.15} .85 ${side * -1.25} .85Z`;
  const leaves = [-0.5, -1.5].flatMap((dy) => [leaf(dy, 1), leaf(dy - 0.35, -1)]);
  return (
    lines(`M${x} ${y}V${(y - 2.6).toFixed(2)}`, colour, 0.1) +
    `<path d="${leaves.join('')}M${x} ${(y - 2.2).toFixed(2)}q.55 -.5 0 -1.2q-.55 .7 0 1.2Z" fill="${colour}"/>`
  );
};

const motifs: Record<Fabric['motif'], Motif> = {
  plain: (c) => [[0.9, 0.9], lines('M0 .2H.9M0 .65H.9', c, 0.07, 0.28) + lines('M.2 0V.9M.62 0V.9', c, 0.06, 0.2)],
  stripe: (c) => [[4, 2.2], `<rect y=".5" width="4" height=".75" fill="${c}" fill-opacity=".85"/>`],
  dots: (c) => [[3, 3], `<g fill="${c}"><circle cx=".75" cy=".75" r=".32"/><circle cx="2.25" cy="2.25" r=".32"/></g>`],
  check: (c) => [
    [7, 7],
    `<g fill="${c}"><rect width="2.4" height="7" fill-opacity=".38"/><rect width="7" height="2.4" fill-opacity=".38"/><rect x="4.4" width=".4" height="7" fill-opacity=".5"/><rect y="4.4" width="7" height=".4" fill-opacity=".5"/></g>`,
  ],
  gingham: (c) => [
    [2.4, 2.4],
    `<g fill="${c}" fill-opacity=".5"><rect width="1.2" height="2.4"/><rect width="2.4" height="1.2"/></g>`,
  ],
  twill: (c) => [[1, 1], lines('M-.2 1.2L1.2-.2M-.2 .2L.2-.2M.8 1.2L1.2 .8', c, 0.14, 0.55)],
  cord: (c) => [[0.9, 6], `<rect x=".55" width=".28" height="6" fill="${c}" fill-opacity=".75"/>`],
  sprigs: (c) => [
    [7, 7],
    flower(1.8, 1.7, c) + flower(5.3, 5.2, c) + lines('M5 1.2Q5.4 2 5 2.9M1.5 4.8Q1.9 5.6 1.5 6.5', c, 0.12, 0.8),
  ],
  herringbone: (c) => [[2, 0.8], lines('M0 .8L1 0M1 0L2 .8M0 0L.2-.16M1.8-.16L2 0', c, 0.14, 0.7)],
  leaves: (c) => [[7, 8], sprig(1.9, 3.7, c) + sprig(5.4, 7.7, c)],
  knit: (c) => [[0.8, 0.8], lines('M.08 .1Q.2 .5 .4 .6Q.6 .5 .72 .1', c, 0.13, 0.5)],
};

/** The background colour of the pictures, by category. */
export const grounds: Record<string, string> = {
  Dresses: '#EFE2DA',
  Tops: '#E0E5E8',
  Bottoms: '#E3E6DA',
  Accessories: '#EDE4D0',
  'Home Decor': '#E7E0E5',
};
