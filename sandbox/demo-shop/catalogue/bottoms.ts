import type { ListingText } from './listing.ts';

export const bottoms: Record<string, ListingText> = {
  greta: {
    title: { de: 'A-Linien-Rock Greta', en: 'Greta A-Line Skirt' },
    description: {
      de: 'Greta ist ein schlichter Rock in A-Linie mit Formbund und Reißverschluss in der Seitennaht. Vorder- und Rückenteil haben je zwei Abnäher, die schon gezeichnet und nur noch zu schließen sind. Der Rock endet über dem Knie, zwei weitere Längen sind als Linie eingezeichnet. Baumwolle, Cord, Denim und Wolle passen, der Stoff soll nicht zu dünn sein. Wer noch nie einen Reißverschluss eingenäht hat, findet in der Anleitung acht Bilder dazu.',
      en: 'Greta is a plain A-line skirt with a shaped waistband and a zip in the side seam. Front and back each have two darts, already drawn and ready to close. The skirt ends above the knee; two more lengths are marked. Cotton, corduroy, denim and wool are suitable, as long as the fabric is not too thin. If you have never put in a zip, the instructions have eight pictures for it.',
    },
    time: { de: '4 Stunden', en: '4 hours' },
    tags: {
      de: ['A-Linie', 'Abnäher', 'Formbund', 'Cord', 'erster Reißverschluss'],
      en: ['A-line', 'darts', 'shaped waistband', 'corduroy', 'first zip'],
    },
    materials: {
      de: ['Baumwollköper, Feincord oder Denim, 180–300 g/m²', 'Vlieseinlage für den Bund, 30 cm'],
      en: ['Cotton twill, needlecord or denim, 180–300 g/m²', '30 cm interfacing for the waistband'],
    },
    notions: {
      de: ['Nahtreißverschluss, 22 cm', '1 Haken', 'Nähgarn'],
      en: ['Invisible zip, 22 cm', '1 hook', 'Sewing thread'],
    },
    techniques: {
      de: ['Abnäher', 'Nahtreißverschluss', 'Formbund', 'Saum von Hand'],
      en: ['Darts', 'Invisible zip', 'Shaped waistband', 'Hand-sewn hem'],
    },
    notes: null,
  },
  romy: {
    title: { de: 'Halbtellerrock Romy', en: 'Romy Half-Circle Skirt' },
    description: {
      de: 'Romy ist ein halber Tellerrock mit geradem Bund, wadenlang und ohne Abnäher. Vorder- und Rückenteil werden im Stoffbruch zugeschnitten, der Fadenlauf liegt in der vorderen Mitte. Am Saum fällt der Stoff in Falten, die im schrägen Fadenlauf liegen; deshalb hängt der Rock vor dem Säumen aus. Der Bund schließt in der Seite mit Reißverschluss und Knopf. Leinen, Viskose und feine Wolle fallen am besten.',
      en: 'Romy is a half-circle skirt with a straight waistband, calf-length and without darts. Front and back are cut on the fold with the grain at centre front. The folds at the hem lie on the bias, so the skirt hangs for a day before it is hemmed. The waistband closes at the side with a zip and a button. Linen, viscose and fine wool drape best.',
    },
    time: { de: '5 Stunden', en: '5 hours' },
    tags: {
      de: ['Tellerrock', 'Midi', 'Leinen', 'schräger Fadenlauf', 'Bund'],
      en: ['circle skirt', 'midi', 'linen', 'bias', 'waistband'],
    },
    materials: {
      de: ['Leinen, Viskose oder feine Wolle, 140–220 g/m²', 'Bundeinlage, 90 cm'],
      en: ['Linen, viscose or fine wool, 140–220 g/m²', '90 cm waistband interfacing'],
    },
    notions: {
      de: ['Nahtreißverschluss, 22 cm', '1 Knopf, 15 mm', 'Nähgarn'],
      en: ['Invisible zip, 22 cm', '1 button, 15 mm', 'Sewing thread'],
    },
    techniques: {
      de: ['Schrägen Saum begradigen', 'Nahtreißverschluss', 'Gerader Bund', 'Rollsaum'],
      en: ['Levelling a bias hem', 'Invisible zip', 'Straight waistband', 'Rolled hem'],
    },
    notes: {
      de: 'Der Schnitt braucht eine Stoffbreite von 150 cm; schmalere Stoffe müssen angesetzt werden.',
      en: 'The pattern needs fabric 150 cm wide; narrower fabric has to be pieced.',
    },
  },
  tilda: {
    title: { de: 'Faltenrock Tilda', en: 'Tilda Pleated Skirt' },
    description: {
      de: 'Tilda hat rundum gelegte Falten von 4 cm Tiefe, die auf den ersten 12 cm festgesteppt sind. Dadurch liegt der Rock auf der Hüfte flach und öffnet sich erst darunter. Die Faltenlinien sind auf dem Schnitt als Bruch- und Auflagelinie unterschieden. Der gerade Bund wird mit einem Reißverschluss in der hinteren Mitte geschlossen. Nimm einen Stoff, der eine Bügelkante hält: Wolle, Wollmischung oder feste Baumwolle.',
      en: 'Tilda has pleats all round, 4 cm deep and stitched down for the first 12 cm. That keeps the skirt flat over the hip and lets it open below. Fold lines and placement lines of the pleats are drawn differently on the pattern. The straight waistband closes with a zip at centre back. Use a fabric that holds a crease: wool, a wool blend or firm cotton.',
    },
    time: { de: '7 Stunden', en: '7 hours' },
    tags: {
      de: ['Falten', 'Wolle', 'knielang', 'Bund', 'Bügeln'],
      en: ['pleats', 'wool', 'knee-length', 'waistband', 'pressing'],
    },
    materials: {
      de: ['Wolle, Wollmischung oder Baumwollköper, 180–260 g/m²', 'Bundeinlage, 90 cm'],
      en: ['Wool, wool blend or cotton twill, 180–260 g/m²', '90 cm waistband interfacing'],
    },
    notions: {
      de: ['Reißverschluss, 20 cm', 'Haken und Öse', 'Nähgarn'],
      en: ['Zip, 20 cm', 'Hook and eye', 'Sewing thread'],
    },
    techniques: {
      de: ['Falten legen und heften', 'Festgesteppte Falten', 'Verdeckter Reißverschluss', 'Bund'],
      en: ['Laying and basting pleats', 'Stitched-down pleats', 'Lapped zip', 'Waistband'],
    },
    notes: null,
  },
  nele: {
    title: { de: 'Leinenhose Nele', en: 'Nele Linen Trousers' },
    description: {
      de: 'Nele ist eine weite Schlupfhose mit Gummizug im Rücken und glattem Bund vorn. Die Hosenbeine fallen gerade und enden knapp über dem Knöchel. Zwei Hüftpassentaschen sind eingezeichnet, sie lassen sich auch weglassen. Am besten wird sie aus gewaschenem Leinen mit etwas Gewicht, dünnes Leinen trägt im Sitzen auf. Die Schritthöhe ist auf dem Schnitt markiert, so kannst du sie vor dem Zuschneiden mit einer Hose vergleichen, die dir passt.',
      en: 'Nele is a pair of wide pull-on trousers, elasticated at the back and flat at the front. The legs fall straight and end just above the ankle. Two slant pockets are marked and may be left out. Washed linen with some weight works best, thin linen creases when you sit. The crotch depth is marked so that you can compare it with a pair that fits you before cutting.',
    },
    time: { de: '4–5 Stunden', en: '4–5 hours' },
    tags: {
      de: ['Leinen', 'Schlupfhose', 'Gummizug', 'weit', 'Sommer'],
      en: ['linen', 'pull-on', 'elastic waist', 'wide leg', 'summer'],
    },
    materials: { de: ['Leinen oder Hanf, 170–230 g/m²'], en: ['Linen or hemp, 170–230 g/m²'] },
    notions: {
      de: ['50 cm Gummiband, 40 mm', 'Nähgarn'],
      en: ['50 cm elastic, 40 mm', 'Sewing thread'],
    },
    techniques: {
      de: ['Hüftpassentaschen', 'Gummizug im Tunnel', 'Schrittnaht doppelt steppen'],
      en: ['Slant pockets', 'Elastic casing', 'Double-stitched crotch seam'],
    },
    notes: {
      de: 'Der Stoffverbrauch gilt für vorgewaschenen Stoff.',
      en: 'Fabric amounts are for prewashed fabric.',
    },
  },
  ole: {
    title: { de: 'Shorts Ole', en: 'Ole Shorts' },
    description: {
      de: 'Ole ist eine kurze Hose mit rundum laufendem Gummizug und Kordel, für Strand, Sport und Sofa. Vorder- und Rückenteil sind an der Seite getrennt, damit die Nahttaschen sauber sitzen. Der Bund ist angeschnitten und wird nur umgeschlagen. Du kannst Webware nehmen, etwa Seersucker oder Popeline, oder Sommersweat. Die Beinlänge liegt eine Handbreit über dem Knie.',
      en: 'Ole is a pair of shorts with an elastic and cord all round, for the beach, sport and sofa. Front and back are separated at the side so that the in-seam pockets sit well. The waistband is cut on and simply folded over. Use woven fabric such as seersucker or poplin, or light sweatshirt fabric. The leg ends a hand above the knee.',
    },
    time: { de: '2–3 Stunden', en: '2–3 hours' },
    tags: {
      de: ['Shorts', 'unisex', 'Gummizug', 'Seersucker', 'Kordel'],
      en: ['shorts', 'unisex', 'elastic waist', 'seersucker', 'drawcord'],
    },
    materials: {
      de: ['Seersucker, Popeline oder Sommersweat, 120–220 g/m²'],
      en: ['Seersucker, poplin or light sweatshirt fabric, 120–220 g/m²'],
    },
    notions: {
      de: ['Gummiband, 30 mm, Taillenweite minus 8 cm', '1,40 m Kordel', '2 Ösen, 8 mm'],
      en: ['Elastic, 30 mm, waist minus 8 cm', '1.40 m cord', '2 eyelets, 8 mm'],
    },
    techniques: {
      de: ['Angeschnittener Bund', 'Nahttaschen', 'Ösen einschlagen'],
      en: ['Cut-on waistband', 'In-seam pockets', 'Setting eyelets'],
    },
    notes: null,
  },
  vera: {
    title: { de: 'Culotte Vera', en: 'Vera Culottes' },
    description: {
      de: 'Vera sieht im Stehen aus wie ein Rock und ist doch eine Hose. Die Falten vorn laufen in die Bügelkante über, hinten formen Abnäher die Taille. Der Bund ist 4 cm breit, der Reißverschluss sitzt in der linken Seitennaht, die Taschen rechts und links daneben. Die Schrittnaht ist lang genug, dass beim Fahrradfahren nichts zieht. Crêpe, Tencelköper oder Wollmusselin fallen gut; steife Stoffe stehen ab.',
      en: 'Vera looks like a skirt when you stand and is a pair of trousers all the same. The front pleats run into the crease, darts shape the waist at the back. The waistband is 4 cm wide, the zip sits in the left side seam, the pockets beside it. The crotch seam is long enough for cycling without pulling. Crêpe, lyocell twill or wool challis hang well; stiff fabrics stand away.',
    },
    time: { de: '8 Stunden', en: '8 hours' },
    tags: {
      de: ['Culotte', 'Bundfalten', 'Midi', 'Tencel', 'Seitenreißverschluss'],
      en: ['culottes', 'front pleats', 'midi', 'lyocell', 'side zip'],
    },
    materials: {
      de: ['Crêpe, Tencelköper oder Wollmusselin, 160–220 g/m²', 'Bundeinlage, 90 cm'],
      en: ['Crêpe, lyocell twill or wool challis, 160–220 g/m²', '90 cm waistband interfacing'],
    },
    notions: {
      de: ['Nahtreißverschluss, 22 cm', 'Haken und Öse', 'Nähgarn'],
      en: ['Invisible zip, 22 cm', 'Hook and eye', 'Sewing thread'],
    },
    techniques: {
      de: ['Bundfalten', 'Abnäher', 'Nahtreißverschluss', 'Hüftpassentaschen'],
      en: ['Front pleats', 'Darts', 'Invisible zip', 'Slant pockets'],
    },
    notes: null,
  },
  theo: {
    title: { de: 'Bundfaltenhose Theo', en: 'Theo Pleated Trousers' },
    description: {
      de: 'Theo ist eine Hose mit hoher Taille, zwei Bundfalten je Seite und nach unten schmaler werdendem Bein. Der Hosenschlitz hat einen Untertritt, die Taschen sind als Hüftpassentaschen mit Beleg gearbeitet, hinten sitzt eine Paspeltasche. Der Bund ist in der hinteren Mitte geteilt, so lässt er sich später weiter machen. Die Anleitung zeigt, wie du die Sitzlänge misst und den Schnitt vor dem Zuschneiden veränderst. Geeignet sind Wollköper, Gabardine und fester Leinenköper.',
      en: 'Theo is a pair of high-waisted trousers with two pleats on each side and a tapered leg. The fly has an underlap, the slant pockets are faced, and there is a welt pocket at the back. The waistband is split at centre back so that it can be let out later. The instructions show how to measure the rise and alter the pattern before cutting. Wool twill, gabardine and firm linen twill are suitable.',
    },
    time: { de: '14 Stunden', en: '14 hours' },
    tags: {
      de: ['Bundfalten', 'hohe Taille', 'Paspeltasche', 'Hosenschlitz', 'Wolle'],
      en: ['pleats', 'high waist', 'welt pocket', 'fly front', 'wool'],
    },
    materials: {
      de: ['Wollköper, Gabardine oder Leinenköper, 200–280 g/m²', 'Taschenfutter, 50 cm', 'Bundeinlage'],
      en: ['Wool twill, gabardine or linen twill, 200–280 g/m²', '50 cm pocketing', 'Waistband interfacing'],
    },
    notions: {
      de: ['Metallreißverschluss, 18 cm', '1 Hosenhaken', '1 Knopf, 15 mm', 'Nähgarn'],
      en: ['Metal zip, 18 cm', '1 trouser hook', '1 button, 15 mm', 'Sewing thread'],
    },
    techniques: {
      de: ['Hosenschlitz', 'Paspeltasche', 'Bundfalten', 'Geteilter Bund', 'Bügelfalten'],
      en: ['Fly front', 'Welt pocket', 'Pleats', 'Split waistband', 'Pressed creases'],
    },
    notes: null,
  },
  karla: {
    title: { de: 'Jeans Karla', en: 'Karla Jeans' },
    description: {
      de: 'Karla ist eine gerade Jeans mit mittelhoher Taille, Sattel, fünf Taschen und Knopf oder Reißverschluss. Sie ist für Denim ohne Elasthan gezeichnet, ab 350 g/m² musst du die Nahtzugaben am Sattel zurückschneiden. Kappnähte an Sattel, Gesäß- und innerer Beinnaht, die Seitennaht bleibt zum Anpassen offen bis zum Schluss. Position der Nieten, Riegel und Gürtelschlaufen ist auf jedem Schnittteil markiert. Das Bein ist von der Hüfte bis zum Saum gerade, Schrittlänge 77 cm.',
      en: 'Karla is a pair of straight jeans with a mid rise, yoke, five pockets and a button or zip fly. It is drafted for denim without stretch; from 350 g/m² upwards you need to trim the allowances at the yoke. Flat-felled seams at yoke, seat and inseam; the side seam stays open for fitting until last. Rivets, bar tacks and belt loops are marked on every piece. The leg is straight from hip to hem, 77 cm inseam.',
    },
    time: { de: '20 Stunden', en: '20 hours' },
    tags: {
      de: ['Jeans', 'Denim', 'Kappnaht', 'Nieten', 'fünf Taschen', 'Absteppen'],
      en: ['jeans', 'denim', 'flat-felled seam', 'rivets', 'five pockets', 'topstitching'],
    },
    materials: {
      de: ['Denim ohne Elasthan, 320–450 g/m²', 'Taschenbeutel aus Baumwolle, 50 cm'],
      en: ['Rigid denim, 320–450 g/m²', '50 cm cotton pocketing'],
    },
    notions: {
      de: [
        'Metallreißverschluss, 14 cm, oder 4 Jeansknöpfe',
        '1 Jeansknopf, 17 mm',
        '6 Nieten',
        'Absteppgarn',
        'Jeansnadel 100',
      ],
      en: [
        'Metal zip, 14 cm, or 4 jeans buttons',
        '1 jeans button, 17 mm',
        '6 rivets',
        'Topstitching thread',
        'Jeans needle 100',
      ],
    },
    techniques: {
      de: ['Kappnaht', 'Hosenschlitz', 'Sattel', 'Gürtelschlaufen', 'Nieten setzen', 'Riegel'],
      en: ['Flat-felled seam', 'Fly front', 'Yoke', 'Belt loops', 'Setting rivets', 'Bar tacks'],
    },
    notes: {
      de: 'Denim zweimal heiß waschen, bevor du zuschneidest.',
      en: 'Wash the denim hot twice before cutting.',
    },
  },
  ilse: {
    title: { de: 'Karorock Ilse', en: 'Ilse Checked Kilt Skirt' },
    description: {
      de: 'Ilse ist ein gewickelter Faltenrock für Karostoffe: vorn eine glatte Überlappung, hinten Falten, die auf den Rapport gelegt werden. Auf dem A0-Bogen liegt unter den Schnittteilen ein Karo im Maßstab 1 zu 1 mit 12 cm Rapport, daran siehst du, welche Linie auf welche trifft. Für andere Rapporte rechnet die Anleitung die Faltentiefe um. Geschlossen wird mit zwei Schnallen aus Leder oder Gurtband. Wollkaro mit etwas Stand ist ideal, Flanell geht auch.',
      en: 'Ilse is a wrapped, pleated skirt for checks: a flat overlap at the front, pleats to the repeat at the back. On the A0 sheet a check with a 12 cm repeat lies under the pieces at full scale, so you can see which line meets which. For other repeats the instructions work out the depth of the pleats. It closes with two buckles in leather or webbing. Wool check with some body is ideal, flannel works too.',
    },
    time: { de: '12 Stunden', en: '12 hours' },
    tags: {
      de: ['Karo', 'Falten', 'Wickelrock', 'Rapport', 'Wolle', 'Schnallen'],
      en: ['checks', 'pleats', 'wrap skirt', 'pattern matching', 'wool', 'buckles'],
    },
    materials: {
      de: ['Wollkaro oder Flanell, 220–320 g/m²', 'Bundeinlage, 1 m'],
      en: ['Wool check or flannel, 220–320 g/m²', '1 m waistband interfacing'],
    },
    notions: {
      de: ['2 Schnallen mit Riemen, 25 mm', '1 Druckknopf, 15 mm', 'Nähgarn'],
      en: ['2 buckles with straps, 25 mm', '1 snap, 15 mm', 'Sewing thread'],
    },
    techniques: {
      de: ['Rapport anpassen', 'Falten legen', 'Bund', 'Schnallen anbringen', 'Fransenkante'],
      en: ['Matching a repeat', 'Laying pleats', 'Waistband', 'Attaching buckles', 'Fringed edge'],
    },
    notes: {
      de: 'Plane einen Rapport mehr Stoff ein, als die Tabelle angibt.',
      en: 'Buy one repeat more than the table says.',
    },
  },
};
