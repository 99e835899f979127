type Pair = [de: string, en: string];

/** Garment in German and English, and its category. About a third are dresses, as in the demo shop. */
export const GARMENTS: [de: string, en: string, category: string][] = [
  ...Array.from({ length: 9 }, (): [string, string, string] => ['Kleid', 'Dress', 'Dresses']),
  ['Tunikakleid', 'Tunic Dress', 'Dresses'],
  ['Rock', 'Skirt', 'Bottoms'],
  ['Rock', 'Skirt', 'Bottoms'],
  ['Hose', 'Trousers', 'Bottoms'],
  ['Hose', 'Pants', 'Bottoms'],
  ['Shorts', 'Shorts', 'Bottoms'],
  ['Leggings', 'Leggings', 'Bottoms'],
  ['Bluse', 'Blouse', 'Tops'],
  ['Bluse', 'Blouse', 'Tops'],
  ['Shirt', 'T-Shirt', 'Tops'],
  ['Pullover', 'Sweater', 'Tops'],
  ['Hemd', 'Shirt', 'Tops'],
  ['Jacke', 'Jacket', 'Tops'],
  ['Mantel', 'Coat', 'Tops'],
  ['Weste', 'Vest', 'Tops'],
  ['Tasche', 'Bag', 'Accessories'],
  ['Tasche', 'Handbag', 'Accessories'],
  ['Beutel', 'Tote', 'Accessories'],
  ['Mütze', 'Beanie', 'Accessories'],
  ['Hut', 'Hat', 'Accessories'],
  ['Rucksack', 'Backpack', 'Accessories'],
  ['Kissen', 'Cushion', 'Home Decor'],
  ['Vorhang', 'Curtain', 'Home Decor'],
  ['Decke', 'Blanket', 'Home Decor'],
  ['Schürze', 'Apron', 'Home Decor'],
];

/**
 * First part of a garment's name: German joins both parts into one word ("Leinenkleid"), English does not ("Linen Dress").
 */
export const KINDS: Pair[] = [
  ['Leinen', 'Linen'],
  ['Leinen', 'Linen'],
  ['Sommer', 'Summer'],
  ['Winter', 'Winter'],
  ['Wickel', 'Wrap'],
  ['Jersey', 'Jersey'],
  ['Kinder', "Children's"],
  ['Cord', 'Corduroy'],
  ['Stufen', 'Tiered'],
  ['Musselin', 'Double Gauze'],
  ['Canvas', 'Canvas'],
  ['Woll', 'Wool'],
];

export const STYLES: Pair[] = [
  ['Weite', 'Loose'],
  ['Schmale', 'Slim'],
  ['Barocke', 'Baroque'],
  ['Moderne', 'Modern'],
  ['Klassische', 'Classic'],
  ['Einfache', 'Easy'],
  ['Gefütterte', 'Lined'],
  ['Karierte', 'Checked'],
  ['Lässige', 'Casual'],
  ['Festliche', 'Festive'],
];

const STARTS = 'Ann Mar Lin El Jo Ka Tin Ros Han Sof Len Em Nor Fin Ber Sel Til Mil Ad Is'.split(' ');
const ENDS = 'a e ia ine etta ella ika ona ura is'.split(' ');
export const NAMES = [
  ...'Lina Ida Wanda Frida Greta Romy Nele Theo Karla Henk Pelle Liv Hedda Jette Svea Mirja Amelie Konrad'.split(' '),
  ...STARTS.flatMap((start) => ENDS.map((end) => start + end)),
];

export const LABELS = [
  'Nadel & Garn',
  'Schnittwerk Süd',
  'Fadenlauf',
  'Atelier Morgenrot',
  'Stoffwechsel',
  'Haus Zwirn',
  'Kleiderei',
  'Taschenliebe',
  'Studio Saum',
  'Rockpoesie',
  'Wiesengrund',
  'Nordstich',
  'Webkante',
  'Knopfloch',
  'Spulerei',
  'Masche & Mehr',
];

export const DESCRIPTIONS: Pair[] = [
  [
    'Der Schnitt ist locker und fällt von der Schulter bis zum Saum gerade herab.',
    'The cut is loose and falls straight from the shoulder to the hem.',
  ],
  [
    'Am schönsten wird das Stück aus Leinen, Musselin oder einer festen Baumwolle.',
    'It looks best in linen, double gauze or a firm cotton.',
  ],
  [
    'Die Taschen liegen in der Seitennaht und werden von innen versäubert.',
    'The pockets sit in the side seams and are finished on the inside.',
  ],
  [
    'Ein Reißverschluss hinten hilft beim Anziehen, der Kragen ist angeschnitten.',
    'A zip at the back makes it easy to get into, the collar is cut on.',
  ],
  [
    'Wer noch nie ein Kleid genäht hat, findet zu jedem Schritt eine Zeichnung.',
    'For a first dress there is a drawing of each sewing step.',
  ],
  [
    'Die Ärmel sind eingehalten und enden knapp über dem Handgelenk mit einer Manschette.',
    'The sleeves are eased and end just above the wrist with a cuff.',
  ],
  [
    'Das Futter wird verstürzt, damit außen keine Naht zu sehen ist.',
    'The lining is bagged out so that no seam shows on the outside.',
  ],
  [
    'Mit Overlock dauert es einen Nachmittag, ohne einen Tag.',
    'With an overlocker it takes an afternoon, without one a day.',
  ],
  [
    'Der Rock lässt sich ohne Umrechnen kürzen oder verlängern.',
    'The skirt can be shortened or lengthened without any sums.',
  ],
  [
    'Die Falten sind im Schnittmuster eingezeichnet und werden gebügelt, nicht genäht.',
    'The pleats are marked on the pattern and are pressed, not sewn.',
  ],
];

export const TECHNIQUES: Pair[] = [
  ['Reihen', 'Gathering'],
  ['Schrägband annähen', 'Applying bias binding'],
  ['Nahttaschen', 'In-seam pockets'],
  ['Verdeckter Reißverschluss', 'Invisible zip'],
  ['Knopfleiste', 'Button band'],
  ['Doppelter Saum', 'Double-folded hem'],
  ['Absteppen', 'Topstitching'],
  ['Gummizug', 'Elastic waist'],
];
