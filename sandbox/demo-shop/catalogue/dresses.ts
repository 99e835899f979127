import type { ListingText } from './listing.ts';

export const dresses: Record<string, ListingText> = {
  lina: {
    title: { de: 'Sommerkleid Lina', en: 'Lina Summer Dress' },
    description: {
      de: 'Lina ist ein ärmelloses Kleid mit leicht erhöhter Taille und gereihtem Rock. Das Oberteil kommt ohne Abnäher aus und wird über den Kopf gezogen, ein Verschluss ist nicht nötig. Halsausschnitt und Armausschnitte werden mit Schrägband versäubert, die Taschen liegen in der Seitennaht. Am schönsten fällt es in Musselin, dünnem Leinen oder Baumwollbatist. Der Rock besteht aus zwei geraden Bahnen und lässt sich ohne Umrechnen kürzen oder verlängern.',
      en: 'Lina is a sleeveless dress with a slightly raised waist and a gathered skirt. The bodice has no darts and is pulled over the head, so there is no closure. Neckline and armholes are finished with bias binding, the pockets sit in the side seams. It hangs best in double gauze, light linen or cotton batiste. The skirt is made of two straight panels and can be shortened or lengthened without any sums.',
    },
    time: { de: '5–6 Stunden', en: '5–6 hours' },
    tags: {
      de: ['Sommer', 'Musselin', 'ärmellos', 'gereihter Rock', 'Nahttaschen'],
      en: ['summer', 'double gauze', 'sleeveless', 'gathered skirt', 'in-seam pockets'],
    },
    materials: {
      de: ['Musselin, Leinen oder Baumwollbatist, 110–160 g/m²'],
      en: ['Double gauze, linen or cotton batiste, 110–160 g/m²'],
    },
    notions: { de: ['2 m Schrägband, 20 mm', 'Nähgarn'], en: ['2 m bias binding, 20 mm', 'Sewing thread'] },
    techniques: {
      de: ['Reihen', 'Schrägband annähen', 'Nahttaschen einsetzen', 'Doppelter Saum'],
      en: ['Gathering', 'Applying bias binding', 'Setting in-seam pockets', 'Double-folded hem'],
    },
    notes: {
      de: 'Musselin läuft ein: vor dem Zuschneiden waschen und 10 cm mehr einplanen.',
      en: 'Double gauze shrinks: wash it before cutting and allow 10 cm extra.',
    },
  },
  ida: {
    title: { de: 'Jerseykleid Ida', en: 'Ida Jersey Dress' },
    description: {
      de: 'Ida ist ein Jerseykleid in A-Linie mit halblangen Ärmeln und rundem Ausschnitt. Das Halsbündchen wird aus dem Hauptstoff oder aus Bündchenware zugeschnitten und gedehnt eingenäht. Vier Nähte, zwei Säume, mehr ist es nicht: ein gutes erstes Stück aus dehnbarem Stoff. Genäht wird mit der Overlock oder mit einem schmalen Zickzackstich. An der Taille liegt das Kleid locker auf, ab der Hüfte schwingt es aus.',
      en: 'Ida is an A-line jersey dress with half-length sleeves and a round neckline. The neckband is cut from the main fabric or from ribbing and sewn in under tension. Four seams and two hems, that is all: a sound first project in stretch fabric. Sew it on an overlocker or with a narrow zigzag stitch. It skims the waist and flares from the hip.',
    },
    time: { de: '3 Stunden', en: '3 hours' },
    tags: {
      de: ['Jersey', 'A-Linie', 'Overlock', 'Alltag', 'Halsbündchen'],
      en: ['jersey', 'A-line', 'overlocker', 'everyday', 'neckband'],
    },
    materials: {
      de: ['Baumwolljersey mit 5 % Elasthan oder Viskosejersey, 200–240 g/m²'],
      en: ['Cotton jersey with 5% elastane or viscose jersey, 200–240 g/m²'],
    },
    notions: {
      de: ['Nähgarn, bauschig für die Säume', 'Jerseynadel 80'],
      en: ['Thread, woolly for hems', 'Jersey needle 80'],
    },
    techniques: {
      de: ['Jersey nähen', 'Halsbündchen einsetzen', 'Ärmel offen einsetzen', 'Zwillingsnadelsaum'],
      en: ['Sewing jersey', 'Setting a neckband', 'Setting sleeves flat', 'Twin-needle hem'],
    },
    notes: {
      de: 'Der Stoff soll sich quer um mindestens 30 % dehnen lassen.',
      en: 'The fabric should stretch at least 30% across the grain.',
    },
  },
  wanda: {
    title: { de: 'Stufenkleid Wanda', en: 'Wanda Tiered Dress' },
    description: {
      de: 'Wanda hat ein kurzes Oberteil mit Rundhals und drei Stufen, die nach unten hin weiter werden. Jede Stufe ist im Verhältnis 1 zu 1,4 gereiht; im Schnittmuster sind die Reihstrecken geviertelt, damit sich die Weite gleichmäßig verteilt. Die kurzen Ärmel sind an der Kugel leicht eingehalten. Du brauchst einen Stoff, der fließt: Viskose, Modal oder feines Tencel. Das Kleid reicht in Größe 38 bis zur Mitte der Wade.',
      en: 'Wanda has a short bodice with a round neck and three tiers that grow wider towards the hem. Each tier is gathered at 1 to 1.4; the gathering lines are quartered on the pattern so that the fullness spreads evenly. The short sleeves are slightly eased at the cap. You need a fabric that flows: viscose, modal or fine lyocell. In size 38 the dress ends at mid-calf.',
    },
    time: { de: '8 Stunden', en: '8 hours' },
    tags: {
      de: ['Stufenrock', 'Viskose', 'Midi', 'Reihen', 'kurzer Ärmel'],
      en: ['tiered', 'viscose', 'midi', 'gathering', 'short sleeve'],
    },
    materials: {
      de: ['Viskose, Modal oder Tencel, 110–140 g/m²'],
      en: ['Viscose, modal or lyocell, 110–140 g/m²'],
    },
    notions: {
      de: ['1 Knopf, 10 mm', 'Schrägband für den Ausschnitt, 70 cm', 'Nähgarn'],
      en: ['1 button, 10 mm', '70 cm bias binding for the neckline', 'Sewing thread'],
    },
    techniques: {
      de: ['Gleichmäßig reihen', 'Ärmel einsetzen', 'Schlitz mit Fadenöse', 'Französische Naht'],
      en: ['Even gathering', 'Setting sleeves', 'Slit with thread loop', 'French seams'],
    },
    notes: null,
  },
  frida: {
    title: { de: 'Trägerkleid Frida', en: 'Frida Pinafore Dress' },
    description: {
      de: 'Frida ist ein knielanges Trägerkleid aus festem Stoff, gedacht für Pullover und Bluse darunter. Latz und Rückenteil werden doppelt zugeschnitten und verstürzt, die Träger werden vorn mit Latzschnallen geschlossen und lassen sich in der Länge verstellen. Zwei aufgesetzte Taschen sitzen auf der Hüfte, alle Nähte werden abgesteppt. Feincord, Denim oder Canvas geben der A-Linie Stand. Ein verdeckter Reißverschluss in der linken Seitennaht hilft beim Anziehen.',
      en: 'Frida is a knee-length pinafore in a firm fabric, meant to be worn over a jumper or blouse. Bib and back are cut double and turned, the straps fasten in front with dungaree buckles and adjust in length. Two patch pockets sit on the hip and every seam is topstitched. Needlecord, denim or canvas give the A-line its shape. An invisible zip in the left side seam makes it easy to get into.',
    },
    time: { de: '7–8 Stunden', en: '7–8 hours' },
    tags: {
      de: ['Cord', 'Trägerkleid', 'Latz', 'aufgesetzte Taschen', 'Herbst', 'Absteppen'],
      en: ['corduroy', 'pinafore', 'bib', 'patch pockets', 'autumn', 'topstitching'],
    },
    materials: {
      de: ['Feincord, Denim oder Canvas, 220–320 g/m²', 'Vlieseinlage G 700 für den Latz'],
      en: ['Needlecord, denim or canvas, 220–320 g/m²', 'Woven fusible interfacing for the bib'],
    },
    notions: {
      de: ['2 Latzschnallen, 40 mm', 'Nahtreißverschluss, 35 cm', 'Absteppgarn'],
      en: ['2 dungaree buckles, 40 mm', 'Invisible zip, 35 cm', 'Topstitching thread'],
    },
    techniques: {
      de: ['Latz verstürzen', 'Nahtreißverschluss', 'Taschen aufsetzen', 'Absteppen'],
      en: ['Turning a bib', 'Invisible zip', 'Patch pockets', 'Topstitching'],
    },
    notes: {
      de: 'Cord hat Strich: alle Teile in dieselbe Richtung auflegen.',
      en: 'Corduroy has a nap: lay all pieces in the same direction.',
    },
  },
  carlotta: {
    title: { de: 'Wickelkleid Carlotta', en: 'Carlotta Wrap Dress' },
    description: {
      de: 'Carlotta ist ein echtes Wickelkleid: Die Vorderteile überlappen um 24 cm und werden mit zwei Bändern gebunden. Die vordere Kante ist leicht konkav gezeichnet und mit einem gedehnten Schrägstreifen gefasst, damit sie nicht absteht. Die Brustweite wird in Fältchen an der Taille aufgenommen. Die Ärmel enden unterhalb des Ellbogens, der Rock ist leicht ausgestellt und knieumspielend. Geeignet sind Crêpe, Viskose und weich fallendes Leinen mit Viskoseanteil.',
      en: 'Carlotta is a true wrap dress: the fronts overlap by 24 cm and are tied with two bands. The front edge is drawn slightly concave and bound with a stretched bias strip, so it does not gape. Bust fullness is taken into small pleats at the waist. The sleeves end below the elbow, the skirt is softly flared and falls around the knee. Crêpe, viscose and soft linen blends are suitable.',
    },
    time: { de: '10 Stunden', en: '10 hours' },
    tags: {
      de: ['Wickelkleid', 'Crêpe', 'V-Ausschnitt', 'Dreiviertelärmel', 'Bindeband'],
      en: ['wrap dress', 'crêpe', 'V-neck', 'three-quarter sleeve', 'tie'],
    },
    materials: {
      de: ['Crêpe, Viskose oder Leinen-Viskose, 130–180 g/m²'],
      en: ['Crêpe, viscose or linen-viscose, 130–180 g/m²'],
    },
    notions: {
      de: ['3 m Formband, 10 mm', '1 Druckknopf, 8 mm', 'Nähgarn'],
      en: ['3 m stay tape, 10 mm', '1 snap, 8 mm', 'Sewing thread'],
    },
    techniques: {
      de: [
        'Kanten mit Formband sichern',
        'Schrägstreifen zuschneiden',
        'Fältchen legen',
        'Ärmel einsetzen',
        'Rollsaum',
      ],
      en: ['Stabilising edges', 'Cutting bias strips', 'Small pleats', 'Setting sleeves', 'Rolled hem'],
    },
    notes: {
      de: 'Nach dem Zusammennähen einen Tag aushängen lassen, erst dann säumen.',
      en: 'Let the dress hang for a day before hemming.',
    },
  },
  marlene: {
    title: { de: 'Hemdblusenkleid Marlene', en: 'Marlene Shirt Dress' },
    description: {
      de: 'Marlene ist ein durchgeknöpftes Kleid mit Kragen und Steg, Rückenpasse und langen Ärmeln mit Manschette. Die Taille wird von einem losen Bindegürtel gehalten. Die Knopfleiste ist angeschnitten und wird zweimal eingeschlagen, das spart ein Schnittteil und gibt eine saubere Kante. Der Schnitt enthält Taschen in der Seitennaht und eine Brusttasche. Popeline, Chambray und leichter Denim sind die richtige Wahl, sehr weiche Stoffe verlieren am Kragen die Form.',
      en: 'Marlene buttons all the way down and has a collar with stand, a back yoke and long sleeves with cuffs. A loose tie belt holds the waist. The button band is cut on and folded twice, which saves a pattern piece and gives a clean edge. In-seam pockets and a chest pocket are included. Poplin, chambray and light denim are the right choice; very soft fabrics lose their shape at the collar.',
    },
    time: { de: '14–16 Stunden', en: '14–16 hours' },
    tags: {
      de: ['Hemdkragen', 'Knopfleiste', 'Popeline', 'Manschette', 'Bindegürtel'],
      en: ['shirt collar', 'button band', 'poplin', 'cuffs', 'tie belt'],
    },
    materials: {
      de: [
        'Popeline, Chambray oder leichter Denim, 120–180 g/m²',
        'Gewebeeinlage für Kragen, Steg und Manschetten, 40 cm',
      ],
      en: ['Poplin, chambray or light denim, 120–180 g/m²', '40 cm woven interfacing for collar, stand and cuffs'],
    },
    notions: { de: ['13 Knöpfe, 11 mm', 'Nähgarn'], en: ['13 buttons, 11 mm', 'Sewing thread'] },
    techniques: {
      de: ['Kragen mit Steg', 'Ärmelschlitz', 'Manschetten', 'Knopflöcher', 'Verstürzte Passe'],
      en: ['Collar with stand', 'Sleeve placket', 'Cuffs', 'Buttonholes', 'Enclosed yoke'],
    },
    notes: null,
  },
  helene: {
    title: { de: 'Etuikleid Helene', en: 'Helene Sheath Dress' },
    description: {
      de: 'Helene sitzt nah am Körper und wird über Brust- und Taillenabnäher geformt. Das Kleid ist ganz gefüttert, hat einen Nahtreißverschluss in der hinteren Mitte und einen Gehschlitz mit Untertritt. Die Belege an Hals und Armausschnitt sind eigene Schnittteile, das Futter schließt daran an. Die Anleitung zeigt, wie du ein Probeteil absteckst und die Abnäher auf dich überträgst. Geeignet sind Wollgabardine, Punto und feste Baumwolle mit wenig Elasthan.',
      en: 'Helene sits close to the body and is shaped with bust and waist darts. The dress is fully lined, with an invisible zip at centre back and a walking vent with underlap. The neck and armhole facings are separate pieces and the lining joins on to them. The instructions show how to pin a toile and transfer the darts to your own shape. Wool gabardine, ponte and firm cotton with a little elastane are suitable.',
    },
    time: { de: '18–20 Stunden', en: '18–20 hours' },
    tags: {
      de: ['Etuikleid', 'gefüttert', 'Abnäher', 'Nahtreißverschluss', 'Büro', 'Probeteil'],
      en: ['sheath', 'lined', 'darts', 'invisible zip', 'office', 'toile'],
    },
    materials: {
      de: ['Wollgabardine, Punto oder Baumwollsatin mit Elasthan, 220–280 g/m²', 'Futterstoff (Venezia), 1,30 m'],
      en: ['Wool gabardine, ponte or stretch cotton sateen, 220–280 g/m²', '1.30 m lining (cupro)'],
    },
    notions: {
      de: ['Nahtreißverschluss, 60 cm', 'Haken und Öse', 'Formband', 'Nähgarn'],
      en: ['Invisible zip, 60 cm', 'Hook and eye', 'Stay tape', 'Sewing thread'],
    },
    techniques: {
      de: ['Abnäher formbügeln', 'Nahtreißverschluss', 'Gehschlitz', 'Futter einnähen', 'Blindsaum von Hand'],
      en: ['Pressing darts', 'Invisible zip', 'Walking vent', 'Bagging the lining', 'Hand blind hem'],
    },
    notes: {
      de: 'Plane ein Probeteil ein, mindestens für das Oberteil.',
      en: 'Plan a toile, at least for the bodice.',
    },
  },
  matilda: {
    title: { de: 'Kinderkleid Matilda', en: "Matilda Children's Dress" },
    description: {
      de: 'Matilda ist ein Drehkleid für Kinder von 92 bis 128 mit kurzen Ärmeln und gereihtem Rock. Das Oberteil ist gefüttert, so kratzt keine Naht am Hals und nichts muss versäubert werden. Hinten schließt es mit drei Knöpfen, die auch Kinderhände allein aufbekommen. Webware ohne Elasthan ist vorgesehen: Baumwolle, Feincord oder Musselin. Der Saum ist 5 cm breit, damit er sich im nächsten Jahr auslassen lässt.',
      en: "Matilda is a twirling dress for children, sizes 92 to 128, with short sleeves and a gathered skirt. The bodice is lined, so no seam scratches at the neck and nothing needs finishing. It closes at the back with three buttons that children's hands can manage. It is drafted for woven fabric without stretch: cotton, needlecord or double gauze. The hem is 5 cm deep so it can be let down next year.",
    },
    time: { de: '4–5 Stunden', en: '4–5 hours' },
    tags: {
      de: ['Kinder', 'Drehkleid', 'Baumwolle', 'gefüttertes Oberteil', 'Knöpfe'],
      en: ['children', 'twirl dress', 'cotton', 'lined bodice', 'buttons'],
    },
    materials: {
      de: ['Baumwollwebware, Feincord oder Musselin, 120–180 g/m²', 'Baumwollbatist als Futter, 40 cm'],
      en: ['Woven cotton, needlecord or double gauze, 120–180 g/m²', '40 cm cotton batiste for the lining'],
    },
    notions: { de: ['3 Knöpfe, 12 mm', 'Nähgarn'], en: ['3 buttons, 12 mm', 'Sewing thread'] },
    techniques: {
      de: ['Oberteil füttern', 'Reihen', 'Ärmel einsetzen', 'Knopflöcher'],
      en: ['Lining a bodice', 'Gathering', 'Setting sleeves', 'Buttonholes'],
    },
    notes: null,
  },
};
