import type { Bilingual } from '../demo-shop-types.ts';
import type { BodyDesign, Design, SkirtDesign, TrouserDesign } from '../drafting/designs.ts';
import { thingSteps } from './thing-steps.ts';

const step = (de: string, en: string): Bilingual => ({ de, en });

/** @returns the sewing steps of a design, in order */
export function sewingSteps(design: Design): Bilingual[] {
  const first = step(
    'Wasche und bügle den Stoff. Lege die Teile nach dem Zuschneideplan auf, der Fadenlauf liegt parallel zur Webkante. Übertrage alle Knipse und Markierungen.',
    'Wash and press the fabric. Lay out the pieces as in the cutting plan, grain line parallel to the selvedge. Transfer all notches and marks.',
  );
  return [first, ...making(design), pressing];
}

const pressing = step(
  'Bügle das fertige Stück von links, Nähte erst flach, dann auseinander oder zur Seite.',
  'Press the finished piece from the wrong side, seams flat first, then open or to one side.',
);

function making(design: Design): Bilingual[] {
  if (design.kind === 'body') return bodySteps(design);
  if (design.kind === 'trousers') return trouserSteps(design);
  if (design.kind === 'skirt') return [...skirtSteps(design.skirt), waistband, hem];
  return thingSteps[design.thing];
}

const waistband = step(
  'Nähe den Bund rechts auf rechts an, klappe ihn um und steppe ihn von rechts im Nahtschatten fest.',
  'Sew on the waistband right sides together, fold it over and stitch in the ditch from the right side.',
);

const hem = step(
  'Schlage den Saum an der markierten Linie um, bügle ihn und steppe ihn knapp an der Kante.',
  'Turn up the hem at the marked line, press and stitch close to the edge.',
);

const joinSkirt = step(
  'Nähe Rock und Oberteil rechts auf rechts zusammen, die Seitennähte treffen sich.',
  'Join skirt and bodice right sides together, matching side seams.',
);

const stepIf = (condition: boolean, de: string, en: string): Bilingual[] => (condition ? [step(de, en)] : []);

const bodySteps = (design: BodyDesign): Bilingual[] => [
  ...preparation(design),
  ...neckline(design),
  ...sleevesAndSeams(design),
  ...finishing(design),
];

function preparation(design: BodyDesign): Bilingual[] {
  return [
    ...stepIf(
      design.darts,
      'Schließe die Abnäher von der breiten Stelle zur Spitze, verknote die Fäden. Bügle Brustabnäher nach unten, Taillenabnäher zur Mitte.',
      'Sew the darts from the wide end to the point and knot the threads. Press bust darts down and waist darts towards the centre.',
    ),
    ...stepIf(
      design.pockets.includes('patch') || design.pockets.includes('chest'),
      'Säume die Taschen an der Oberkante, bügle die Zugaben nach innen und steppe sie an den Markierungen auf. Sichere die oberen Ecken mit einem kleinen Dreieck.',
      'Hem the pockets at the top, press the allowances in and stitch them on at the marks. Secure the upper corners with a small triangle.',
    ),
    ...stepIf(
      design.opening === 'buttons',
      'Schlage die Knopfleiste an beiden Linien ein, bügle sie und steppe sie knapp an der inneren Kante.',
      'Fold the button band along both lines, press and stitch close to the inner edge.',
    ),
    ...stepIf(
      design.yoke > 0,
      'Reihe die Weite zwischen den Knipsen ein. Fasse das Rückenteil zwischen äußerer und innerer Passe, steppe beide Nähte und bügle die Passe nach oben.',
      'Gather the fullness between the notches. Sandwich the back between outer and inner yoke, stitch and press the yoke up.',
    ),
  ];
}

function neckline(design: BodyDesign): Bilingual[] {
  return [
    ...stepIf(
      !design.bib,
      'Schließe die Schulternähte. Bei dehnbarem Stoff nähst du ein Formband mit.',
      'Sew the shoulder seams. In stretch fabric, catch in stay tape.',
    ),
    ...stepIf(
      design.collar !== null,
      'Verstürze den Kragen, schneide die Ecken schräg zurück und wende ihn. Hefte ihn an den Halsausschnitt, fasse die Zugaben mit dem Steg oder Beleg ein.',
      'Sew the collar pieces, trim the corners diagonally and turn. Baste it to the neckline and enclose the allowances with the stand or facing.',
    ),
    ...stepIf(
      design.neckband > 0,
      'Schließe das Halsbündchen zum Ring, viertele Bündchen und Ausschnitt und nähe es gedehnt an. Steppe die Zugabe von rechts schmal ab.',
      'Join the neckband into a ring, quarter band and neckline and sew it on under tension. Topstitch the allowance narrowly.',
    ),
    ...stepIf(
      design.collar === null && design.neckband === 0 && design.opening !== 'open',
      'Fasse den Halsausschnitt ein: Schrägband oder Beleg rechts auf rechts annähen, Zugabe einknipsen, nach innen legen und absteppen.',
      'Finish the neckline: sew on bias binding or facing right sides together, clip the allowance, turn it in and stitch.',
    ),
  ];
}

function sleevesAndSeams(design: BodyDesign): Bilingual[] {
  return [
    ...stepIf(
      design.sleeve !== null,
      'Setze die Ärmel ein. Ein Knips zeigt vorn, zwei zeigen hinten; halte die Kugel zwischen den Knipsen ein.',
      'Set in the sleeves. One notch marks the front, two the back; ease the cap between the notches.',
    ),
    ...stepIf(
      design.pockets.includes('seam'),
      'Nähe die Taschenbeutel an den Knipsen an die Seitennähte, Zugaben in den Beutel bügeln.',
      'Sew the pocket bags to the side seams between the notches and press the allowances into the bag.',
    ),
    ...stepIf(
      design.sleeve !== null,
      'Schließe Ärmel- und Seitennähte in einem Zug.',
      'Close sleeve and side seams in one go.',
    ),
    ...stepIf(design.sleeve === null, 'Schließe die Seitennähte.', 'Close the side seams.'),
    ...stepIf(
      design.opening === 'back-zip',
      'Nähe den Nahtreißverschluss in die hintere Mitte, danach schließt du die Naht darunter bis zum Gehschlitz.',
      'Sew the invisible zip into the centre back, then close the seam below it down to the vent.',
    ),
    ...(design.skirt ? [...skirtSteps(design.skirt), joinSkirt] : []),
  ];
}

function finishing(design: BodyDesign): Bilingual[] {
  return [
    ...stepIf(
      design.lined,
      'Nähe das Futter ebenso zusammen, verstürze es am Hals und an den Armausschnitten und hefte den Saum von Hand.',
      'Sew the lining in the same way, join it at neck and armholes and hem it by hand.',
    ),
    ...stepIf(
      design.sleeve?.end === 'cuff',
      'Arbeite den Ärmelschlitz, lege die Falten und nähe die Manschetten an.',
      'Make the sleeve placket, lay the pleats and sew on the cuffs.',
    ),
    ...stepIf(
      design.sleeve?.end === 'elastic',
      'Arbeite am Ärmelsaum einen Tunnel von 1 cm, ziehe das Gummiband ein und schließe die Öffnung.',
      'Make a 1 cm casing at the sleeve hem, thread the elastic and close the gap.',
    ),
    ...stepIf(
      design.rib > 0,
      'Nähe Ärmel- und Saumbündchen doppelt gelegt und gedehnt an.',
      'Sew on cuffs and hem ribbing folded double and under tension.',
    ),
    ...(design.rib === 0 ? [hem] : []),
    ...stepIf(
      design.opening === 'buttons' || design.opening === 'back-buttons',
      'Nähe die Knopflöcher an den Markierungen, schneide sie auf und nähe die Knöpfe an.',
      'Sew the buttonholes at the marks, cut them open and sew on the buttons.',
    ),
  ];
}

function skirtSteps(skirt: SkirtDesign): Bilingual[] {
  if (skirt.kind === 'gathered' || skirt.kind === 'tiered') {
    return [
      step('Schließe die Seitennähte der Rockbahnen.', 'Sew the side seams of the skirt panels.'),
      step(
        'Nähe zwei Reihen mit Stichlänge 5, ziehe die Unterfäden an und verteile die Weite von Viertel zu Viertel.',
        'Sew two rows with stitch length 5, pull the bobbin threads and spread the fullness quarter by quarter.',
      ),
    ];
  }
  return [
    step('Schließe die Abnäher und bügle sie zur Mitte.', 'Close the darts and press them towards the centre.'),
    step(
      'Nähe den Reißverschluss ein, dann die Seitennähte darunter.',
      'Sew in the zip, then the side seams below it.',
    ),
  ];
}

function trouserSteps(design: TrouserDesign): Bilingual[] {
  const steps = [
    step(
      'Arbeite zuerst die Taschen: Beutel annähen, wenden, die Kante absteppen und den Untertritt dahinter festnähen.',
      'Make the pockets first: sew on the bags, turn, topstitch the edge and stitch the underlay behind it.',
    ),
  ];
  if (design.waist === 'jeans') {
    steps.push(
      step(
        'Nähe den Sattel an die Hinterhose, lege die Zugaben als Kappnaht und steppe zweimal ab. Setze die Gesäßtaschen auf.',
        'Sew the yoke to the back, fold the allowances into a flat-felled seam and topstitch twice. Sew on the back pockets.',
      ),
    );
  }
  if (design.fly) {
    steps.push(
      step(
        'Nähe den Schlitzbeleg an, setze den Reißverschluss ein und steppe die Schlitzform von rechts nach der Vorlage.',
        'Sew on the fly facing, set in the zip and topstitch the fly shape from the right side using the template.',
      ),
    );
  }
  steps.push(
    step('Schließe die inneren Beinnähte, dann die Seitennähte.', 'Close the inseams, then the side seams.'),
    step(
      'Stecke ein Hosenbein in das andere und schließe die Schrittnaht in einem Zug, doppelt gesteppt.',
      'Put one leg inside the other and close the crotch seam in one go, stitched twice.',
    ),
    waistband,
    hem,
  );
  return steps;
}
