import type { ListingText } from './listing.ts';

export const accessories: Record<string, ListingText> = {
  henk: {
    title: { de: 'Einkaufsbeutel Henk', en: 'Henk Tote Bag' },
    description: {
      de: 'Henk fasst einen Wocheneinkauf und lässt sich flach zusammenlegen. Der Boden ist 12 cm tief und wird über abgenähte Ecken gebildet. Die Henkel laufen als ein Band um den ganzen Beutel, so trägt die Naht kein Gewicht. Innen sind alle Nähte als Rechts-links-Naht geschlossen, ein Futter ist nicht nötig. Canvas, fester Leinenstoff oder ein alter Vorhang sind gleichermaßen recht.',
      en: 'Henk holds a week of shopping and folds flat. The base is 12 cm deep and formed by boxed corners. The handles run as one strap around the whole bag, so no seam carries the weight. All inside seams are French seams and there is no lining. Canvas, firm linen or an old curtain will all do.',
    },
    time: { de: '2 Stunden', en: '2 hours' },
    tags: {
      de: ['Beutel', 'Canvas', 'ohne Futter', 'Resteverwertung', 'Einkauf'],
      en: ['tote', 'canvas', 'unlined', 'scrap project', 'shopping'],
    },
    materials: { de: ['Canvas oder festes Leinen, 240–340 g/m²'], en: ['Canvas or firm linen, 240–340 g/m²'] },
    notions: { de: ['3,20 m Gurtband, 30 mm', 'Festes Nähgarn'], en: ['3.20 m webbing, 30 mm', 'Strong thread'] },
    techniques: {
      de: ['Bodenecken abnähen', 'Gurtband aufsteppen', 'Rechts-links-Naht'],
      en: ['Boxed corners', 'Sewing on webbing', 'French seam'],
    },
    notes: null,
  },
  ylvi: {
    title: { de: 'Reißverschlusstasche Ylvi', en: 'Ylvi Zip Pouch' },
    description: {
      de: 'Ylvi ist ein gefüttertes Täschchen mit flachem Boden in drei Größen: für Stifte, für Kosmetik, für die Strickarbeit. Der Reißverschluss wird an den Enden mit Stoff gefasst, dadurch liegen die Ecken glatt. Futter und Außenstoff werden getrennt geschlossen und durch eine Wendeöffnung im Futter gewendet. Baumwolle mit aufgebügeltem Vlies steht von selbst, beschichtete Baumwolle braucht keins.',
      en: 'Ylvi is a lined pouch with a flat base in three sizes: for pens, for cosmetics, for knitting. The zip ends are covered with fabric so that the corners lie flat. Lining and outer are closed separately and turned through a gap in the lining. Cotton with fusible fleece stands by itself, laminated cotton needs none.',
    },
    time: { de: '1,5 Stunden', en: '1.5 hours' },
    tags: {
      de: ['Täschchen', 'Reißverschluss', 'gefüttert', 'Geschenk', 'Reste'],
      en: ['pouch', 'zip', 'lined', 'gift', 'scraps'],
    },
    materials: {
      de: ['Baumwollwebware für außen und innen', 'Aufbügelbares Volumenvlies H 630'],
      en: ['Woven cotton for outer and lining', 'Fusible fleece'],
    },
    notions: {
      de: ['Endlosreißverschluss, 25–40 cm', '1 Schieber', 'Nähgarn'],
      en: ['Continuous zip, 25–40 cm', '1 slider', 'Sewing thread'],
    },
    techniques: {
      de: ['Reißverschluss zwischenfassen', 'Futter wenden', 'Bodenecken'],
      en: ['Sandwiching a zip', 'Turning a lining', 'Boxed corners'],
    },
    notes: null,
  },
  pelle: {
    title: { de: 'Fischerhut Pelle', en: 'Pelle Bucket Hat' },
    description: {
      de: 'Pelle ist ein Hut zum Wenden mit sechs Zentimeter breiter Krempe. Der Kopfteil besteht aus einer ovalen Deckplatte und einem schräg gestellten Band, das vermeidet Falten an der Stirn. Die Krempe wird in Reihen von 8 mm abgesteppt und behält so ihre Form auch nach der Wäsche. Miss deinen Kopf über den Ohren; die Größen liegen bei 54, 57 und 60 cm Umfang. Für außen passt Canvas oder Denim, für innen dünne Baumwolle.',
      en: 'Pelle is a reversible hat with a six-centimetre brim. The crown has an oval tip and a slanted side band, which avoids folds at the forehead. The brim is stitched in rows 8 mm apart and keeps its shape in the wash. Measure your head above the ears; the sizes fit 54, 57 and 60 cm. Canvas or denim suit the outside, thin cotton the inside.',
    },
    time: { de: '3 Stunden', en: '3 hours' },
    tags: {
      de: ['Hut', 'zum Wenden', 'Canvas', 'unisex', 'Steppreihen'],
      en: ['hat', 'reversible', 'canvas', 'unisex', 'rows of stitching'],
    },
    materials: {
      de: ['Canvas oder Denim für außen', 'Baumwolle für innen', 'Feste Vlieseinlage für die Krempe'],
      en: ['Canvas or denim for the outside', 'Cotton for the inside', 'Firm interfacing for the brim'],
    },
    notions: { de: ['Nähgarn', 'Absteppgarn'], en: ['Sewing thread', 'Topstitching thread'] },
    techniques: {
      de: ['Rundungen einhalten', 'Verstürzen', 'Parallele Steppreihen'],
      en: ['Easing curves', 'Turning through', 'Parallel stitching'],
    },
    notes: null,
  },
  liv: {
    title: { de: 'Haarband und Scrunchie Liv', en: 'Liv Headband and Scrunchie' },
    description: {
      de: 'Zwei kleine Schnitte für Stoffreste: ein Haarband mit Gummizug im Nacken und ein Haargummi. Beide sind aus Rechtecken und einer leichten Rundung aufgebaut und damit gut zum Üben von geraden Nähten. Das Haarband gibt es für drei Kopfumfänge. Musselin, Viskose und Jersey sind geeignet, auch Satin. Das Schnittmuster ist kostenlos, damit du unsere Drucklinien und das Kontrollquadrat einmal ausprobieren kannst.',
      en: 'Two small patterns for scraps: a headband with elastic at the nape and a scrunchie. Both are built from rectangles and one gentle curve, good practice for straight seams. The headband comes in three head sizes. Double gauze, viscose and jersey are suitable, satin too. The pattern is free so that you can try our print lines and test square.',
    },
    time: { de: '45 Minuten', en: '45 minutes' },
    tags: {
      de: ['kostenlos', 'Haarband', 'Scrunchie', 'Reste', 'schnell genäht'],
      en: ['free', 'headband', 'scrunchie', 'scraps', 'quick'],
    },
    materials: { de: ['Musselin, Viskose oder Jersey'], en: ['Double gauze, viscose or jersey'] },
    notions: {
      de: ['15 cm Gummiband, 25 mm', '20 cm Gummiband, 8 mm'],
      en: ['15 cm elastic, 25 mm', '20 cm elastic, 8 mm'],
    },
    techniques: {
      de: ['Schlauch wenden', 'Gummi einziehen', 'Leiterstich'],
      en: ['Turning a tube', 'Threading elastic', 'Ladder stitch'],
    },
    notes: null,
  },
  enno: {
    title: { de: 'Bauchtasche Enno', en: 'Enno Belt Bag' },
    description: {
      de: 'Enno ist eine gebogene Bauchtasche mit zwei Fächern, die auch quer über der Schulter sitzt. Das vordere Fach hat einen schräg gesetzten Reißverschluss, das Hauptfach einen langen über die ganze Oberkante. Boden und Seiten sind ein durchgehender Streifen von 6 cm, der an den Rundungen eingeschnitten wird. Die Nähte sind innen mit Schrägband eingefasst. Gewachste Baumwolle, Cordura und fester Canvas halten die Form ohne Einlage.',
      en: 'Enno is a curved belt bag with two compartments that also sits across the shoulder. The front pocket has a slanted zip, the main compartment a long one along the whole upper edge. Base and sides are a single 6 cm gusset that is clipped at the curves. Inside seams are bound with bias tape. Waxed cotton, Cordura and firm canvas hold their shape without interfacing.',
    },
    time: { de: '5–6 Stunden', en: '5–6 hours' },
    tags: {
      de: ['Bauchtasche', 'Reißverschluss', 'Cordura', 'Gurtband', 'Crossbody'],
      en: ['belt bag', 'zip', 'Cordura', 'webbing', 'crossbody'],
    },
    materials: {
      de: ['Gewachste Baumwolle, Cordura oder Canvas', 'Futterstoff, leicht'],
      en: ['Waxed cotton, Cordura or canvas', 'Light lining'],
    },
    notions: {
      de: ['55 cm Endlosreißverschluss', '1,20 m Gurtband, 30 mm', 'Steckschnalle, 30 mm', '1,50 m Schrägband'],
      en: ['55 cm continuous zip', '1.20 m webbing, 30 mm', 'Side-release buckle, 30 mm', '1.50 m bias binding'],
    },
    techniques: {
      de: ['Reißverschluss im Fach', 'Seitenstreifen um Rundungen', 'Nähte einfassen'],
      en: ['Zipped pocket', 'Gusset around curves', 'Binding seams'],
    },
    notes: null,
  },
  arvid: {
    title: { de: 'Rolltop-Rucksack Arvid', en: 'Arvid Roll-Top Backpack' },
    description: {
      de: 'Arvid ist ein Rucksack mit Rollverschluss, 18 Liter, mit gepolstertem Rücken und einem Laptopfach bis 14 Zoll. Die vordere Tasche hat eine Kellerfalte und eine Patte mit Riemen. Träger und Rückenpolster sind geformte Schnittteile, keine geraden Streifen, und werden mit Abstandsgewebe gefüllt. Alle Belastungspunkte sind mit Riegeln im Kasten genäht und im Schnittmuster vermaßt. Gewachster Canvas ist erste Wahl; deine Maschine sollte sechs Lagen schaffen.',
      en: 'Arvid is an 18-litre roll-top backpack with a padded back and a sleeve for laptops up to 14 inches. The front pocket has a box pleat and a flap with a strap. Straps and back pad are shaped pieces, not straight strips, filled with spacer mesh. All stress points are sewn as a box with a cross and dimensioned on the pattern. Waxed canvas is the first choice; your machine should manage six layers.',
    },
    time: { de: '16–18 Stunden', en: '16–18 hours' },
    tags: {
      de: ['Rucksack', 'Rolltop', 'Canvas', 'Laptopfach', 'Gurtband', 'gepolstert'],
      en: ['backpack', 'roll-top', 'canvas', 'laptop sleeve', 'webbing', 'padded'],
    },
    materials: {
      de: [
        'Gewachster Canvas oder Cordura, 300–400 g/m²',
        'Futter aus Nylon oder Baumwolle, 1 m',
        'Abstandsgewebe, 50 cm',
      ],
      en: ['Waxed canvas or Cordura, 300–400 g/m²', '1 m nylon or cotton lining', '50 cm spacer mesh'],
    },
    notions: {
      de: [
        '2,60 m Gurtband, 25 mm',
        '2 Steckschnallen, 25 mm',
        '2 Leiterschnallen',
        '1 Riemen mit Schnalle',
        'Nadel 100–110',
      ],
      en: [
        '2.60 m webbing, 25 mm',
        '2 side-release buckles, 25 mm',
        '2 ladder locks',
        '1 strap with buckle',
        'Needle 100–110',
      ],
    },
    techniques: {
      de: ['Gepolsterte Träger', 'Tasche mit Kellerfalte', 'Riegel im Kasten', 'Nähte einfassen'],
      en: ['Padded straps', 'Pocket with box pleat', 'Box-and-cross stitching', 'Binding seams'],
    },
    notes: null,
  },
  smilla: {
    title: { de: 'Umhängetasche Smilla', en: 'Smilla Shoulder Bag' },
    description: {
      de: 'Smilla ist eine halbrunde Umhängetasche mit Klappe und verstellbarem Träger. Der Korpus wird aus zwei Halbkreisen und einem 8 cm breiten Seitenstreifen genäht, die Klappe reicht bis zur Mitte und schließt mit Magnet. Innen gibt es ein Steckfach für das Telefon. Der Schnitt ist auf Cord, Canvas und Kunstleder ausgelegt; Dekovlies zwischen den Lagen gibt Stand. In der Anleitung steht, wie du die Rundung mit Knipsen im Abstand von 2 cm ohne Fältchen schließt.',
      en: 'Smilla is a half-round shoulder bag with a flap and an adjustable strap. The body is made of two half circles and an 8 cm gusset; the flap reaches to the middle and closes with a magnet. There is a slip pocket for the phone inside. It is drafted for corduroy, canvas and imitation leather; stiff interfacing between the layers gives it body. The instructions show how to close the curve without puckers using notches 2 cm apart.',
    },
    time: { de: '5 Stunden', en: '5 hours' },
    tags: {
      de: ['Umhängetasche', 'Cord', 'Klappe', 'Magnetverschluss', 'halbrund'],
      en: ['shoulder bag', 'corduroy', 'flap', 'magnetic snap', 'half-round'],
    },
    materials: {
      de: ['Cord, Canvas oder Kunstleder', 'Baumwolle als Futter', 'Dekovlies (Decovil)'],
      en: ['Corduroy, canvas or imitation leather', 'Cotton lining', 'Stiff fusible interfacing'],
    },
    notions: {
      de: ['1 Magnetverschluss, 18 mm', '2 D-Ringe, 30 mm', '1 Leiterschnalle, 30 mm', '1,40 m Gurtband, 30 mm'],
      en: ['1 magnetic snap, 18 mm', '2 D-rings, 30 mm', '1 slider, 30 mm', '1.40 m webbing, 30 mm'],
    },
    techniques: {
      de: ['Seitenstreifen einsetzen', 'Magnet setzen', 'Futter verstürzen', 'Einlage aufbügeln'],
      en: ['Setting a gusset', 'Setting a magnet', 'Bagging a lining', 'Fusing interfacing'],
    },
    notes: null,
  },
};
