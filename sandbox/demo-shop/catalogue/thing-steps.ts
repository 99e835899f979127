import type { Bilingual } from '../demo-shop-types.ts';
import type { ThingKind } from '../drafting/designs.ts';

const step = (de: string, en: string): Bilingual => ({ de, en });

const corners = step(
  'Lege die ausgeschnittenen Ecken so, dass Seiten- und Bodennaht aufeinandertreffen, und steppe quer darüber.',
  'Fold the cut-out corners so that side and base seams meet and stitch across.',
);
const bind = step('Fasse die offenen Zugaben mit Schrägband ein.', 'Bind the raw allowances with bias tape.');
const gusset = step(
  'Knipse den Seitenstreifen an den Rundungen alle 2 cm ein und nähe ihn von der Mitte aus zu beiden Seiten an.',
  'Clip the gusset every 2 cm along the curves and sew it on from the centre to both sides.',
);
const turn = step(
  'Wende durch die Öffnung im Futter, forme die Ecken aus und schließe die Öffnung.',
  'Turn through the gap in the lining, push out the corners and close the gap.',
);

/** The sewing steps of bags, hats and home decor, in order. */
export const thingSteps: Record<ThingKind, Bilingual[]> = {
  tote: [
    step(
      'Steppe das Gurtband an den Linien auf, der Stoß liegt im Boden.',
      'Sew on the webbing along the lines, the join lies at the base.',
    ),
    step('Schließe die Seitennähte als Rechts-links-Naht.', 'Close the sides as French seams.'),
    corners,
  ],
  pouch: [
    step(
      'Bügle das Vlies auf und fasse die Enden des Reißverschlusses mit Stoff.',
      'Fuse the fleece and cover the zip ends with fabric.',
    ),
    step(
      'Lege den Reißverschluss zwischen Außenstoff und Futter und steppe ihn mit dem Reißverschlussfuß ein.',
      'Lay the zip between outer and lining and stitch it with a zip foot.',
    ),
    step(
      'Öffne den Reißverschluss zur Hälfte. Schließe Außenstoff und Futter ringsum, im Futter bleiben 8 cm offen.',
      'Open the zip halfway. Close outer and lining all round, leaving 8 cm open in the lining.',
    ),
    corners,
    turn,
  ],
  hat: [
    step(
      'Schließe die Kopfbänder zum Ring und setze die Deckplatten an den Knipsen ein.',
      'Join the side bands into rings and set in the tips at the notches.',
    ),
    step(
      'Verstürze die Krempe an der Außenkante und steppe sie in Reihen von 8 mm.',
      'Join the brims at the outer edge, turn and stitch rows 8 mm apart.',
    ),
    turn,
  ],
  headband: [
    step('Nähe Haarband und Tunnel zu Schläuchen und wende sie.', 'Sew headband and casing into tubes and turn them.'),
    step('Ziehe das Gummiband ein und nähe die Enden ineinander.', 'Thread the elastic and sew the ends together.'),
  ],
  'belt-bag': [
    step(
      'Setze den schrägen Reißverschluss in das Vorderteil und lege das Futter dahinter.',
      'Set the slanted zip into the front and back it with lining.',
    ),
    step(
      'Nähe den langen Reißverschluss zwischen die beiden Streifen und schließe ihn mit dem Seitenstreifen zum Ring.',
      'Sew the long zip between the two strips and join them with the gusset into a ring.',
    ),
    step('Hefte die Gurtlaschen seitlich an das Rückenteil.', 'Baste the strap tabs to the sides of the back.'),
    gusset,
    bind,
  ],
  backpack: [
    step(
      'Lege die Kellerfalte der Vordertasche, säume die Oberkante und steppe die Tasche auf.',
      'Lay the box pleat of the front pocket, hem the top and sew the pocket on.',
    ),
    step(
      'Verstürze die Patte und die Träger, fülle die Träger mit Abstandsgewebe und steppe sie ringsum ab.',
      'Sew and turn flap and straps, fill the straps with spacer mesh and topstitch all round.',
    ),
    step(
      'Nähe Träger und Gurtband mit einem Kasten samt Kreuz auf das Rückenteil.',
      'Sew straps and webbing to the back with a box and cross.',
    ),
    step(
      'Setze die Seitenteile ein, dann den Boden; die Ecken werden bis zum Nahtpunkt eingeknipst.',
      'Set in the sides, then the base; clip the corners to the seam point.',
    ),
    bind,
    step(
      'Säume die Oberkante 3 cm breit und nähe die Steckschnallen an.',
      'Hem the upper edge at 3 cm and attach the buckles.',
    ),
  ],
  'shoulder-bag': [
    step(
      'Verstürze die Klappe, setze den Magneten und steppe die Kante ab.',
      'Sew and turn the flap, set the magnet and topstitch the edge.',
    ),
    gusset,
    step(
      'Hefte Klappe und Ringlaschen an die Oberkante und nähe das Futter an.',
      'Baste flap and ring tabs to the upper edge and sew on the lining.',
    ),
    turn,
  ],
  cushion: [
    step('Säume die Rückteile an der Überlappung.', 'Hem the backs at the overlap.'),
    step(
      'Lege alles rechts auf rechts, nähe ringsum, wende und steppe den Stehsaum 3 cm breit ab.',
      'Lay right sides together, sew all round, turn and stitch the flange at 3 cm.',
    ),
  ],
  apron: [
    step('Säume Ober- und Unterkante doppelt eingeschlagen.', 'Hem top and bottom with a double fold.'),
    step(
      'Bügle die Taschenkanten ein, steppe die Tasche auf und teile sie mit einer Naht in der Mitte.',
      'Press in the pocket edges, sew the pocket on and divide it with a seam down the middle.',
    ),
    step(
      'Fasse die Seiten mit Schrägband ein. Ziehe die Rundung dabei leicht an, damit sie nicht absteht.',
      'Bind the sides with bias tape. Pull slightly on the curve so that it lies flat.',
    ),
    step(
      'Verstürze die Träger, kreuze sie im Rücken und steppe sie an den Markierungen als Kasten fest.',
      'Sew and turn the straps, cross them at the back and stitch them down as a box at the marks.',
    ),
  ],
  bunting: [
    step(
      'Nähe je zwei Wimpel zusammen, schneide die Spitze zurück und wende sie.',
      'Sew the flags in pairs, trim the point and turn.',
    ),
    step('Fasse die Wimpel mit 4 cm Abstand in das Schrägband.', 'Set the flags into the bias tape 4 cm apart.'),
  ],
  'pot-holder': [
    step(
      'Lege Stoff, Vlies, Stoff aufeinander und quilte entlang der Linien.',
      'Layer fabric, wadding, fabric and quilt along the lines.',
    ),
    step(
      'Fasse die Kante ein und lasse 10 cm Band für den Aufhänger stehen.',
      'Bind the edge and leave 10 cm of tape for the loop.',
    ),
  ],
  basket: [
    step(
      'Schließe die Wand zum Ring und setze den Boden an den Knipsen ein.',
      'Join the wall into a ring and set in the base at the notches.',
    ),
    turn,
  ],
  curtain: [
    step(
      'Verstürze die Schlaufen und hefte sie an die Oberkante.',
      'Sew and turn the tabs and baste them to the upper edge.',
    ),
    step(
      'Arbeite die Briefecken nach der Vorlage und säume ringsum.',
      'Make the mitred corners with the template and hem all round.',
    ),
  ],
  pouf: [
    step(
      'Nähe die Segmente paarweise, dann zu Hälften, zuletzt über die Mitte zusammen. Die Spitzen treffen auf den Punkt.',
      'Sew the segments in pairs, then halves, last across the middle. The tips meet at one point.',
    ),
    step(
      'Hefte die Paspel mit dem Reißverschlussfuß an die Oberkante des Seitenbands.',
      'Baste the piping to the upper edge of the side band with a zip foot.',
    ),
    step(
      'Setze den Reißverschluss in den Boden und nähe Boden und Deckel an das Seitenband.',
      'Set the zip into the base and sew base and top to the side band.',
    ),
    step(
      'Ziehe beide bezogenen Knöpfe mit Polstergarn durch die Mitte zusammen.',
      'Pull the two covered buttons together through the middle with upholstery thread.',
    ),
  ],
  quilt: [
    step(
      'Nähe jede Vorlage in der Reihenfolge der Zahlen, bügle nach jeder Naht.',
      'Sew each template in numbered order and press after every seam.',
    ),
    step(
      'Setze die Blöcke zusammen, nähe den Rand an, quilte und fasse ein.',
      'Join the blocks, add the border, quilt and bind.',
    ),
  ],
};
