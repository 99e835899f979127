import type { ListingText } from './listing.ts';

export const homeDecor: Record<string, ListingText> = {
  hedda: {
    title: { de: 'Kissenhülle Hedda', en: 'Hedda Cushion Cover' },
    description: {
      de: 'Hedda ist eine Kissenhülle mit Hotelverschluss: Die Rückseite besteht aus zwei Teilen, die sich um 12 cm überlappen, ein Reißverschluss entfällt. Rundum läuft ein Stehsaum von 3 cm, der erst ganz am Schluss abgesteppt wird. Der Schnitt enthält drei Formate für die üblichen Inletts. Leinen, Halbleinen und Baumwolle sind geeignet, auch ein altes Bettlaken. Die Maße sind so gewählt, dass die Hülle straff sitzt.',
      en: 'Hedda is a cushion cover with an envelope back: two pieces overlap by 12 cm, so there is no zip. A 3 cm flange runs all round and is topstitched at the very end. The pattern includes three formats for common inserts. Linen, half-linen and cotton are suitable, an old sheet too. The measurements are chosen for a snug fit.',
    },
    time: { de: '1 Stunde', en: '1 hour' },
    tags: {
      de: ['Kissen', 'Hotelverschluss', 'Stehsaum', 'Leinen', 'Anfängerprojekt'],
      en: ['cushion', 'envelope back', 'flange', 'linen', 'first project'],
    },
    materials: {
      de: ['Leinen, Halbleinen oder Baumwolle, 160–260 g/m²'],
      en: ['Linen, half-linen or cotton, 160–260 g/m²'],
    },
    notions: { de: ['Nähgarn'], en: ['Sewing thread'] },
    techniques: {
      de: ['Hotelverschluss', 'Stehsaum absteppen', 'Ecken ausformen'],
      en: ['Envelope closure', 'Topstitched flange', 'Turning corners'],
    },
    notes: null,
  },
  jette: {
    title: { de: 'Schürze Jette', en: 'Jette Apron' },
    description: {
      de: 'Jette ist eine Schürze mit gekreuzten Trägern, die ohne Knoten hält: überziehen, fertig. Der Stoff wird im Bruch zugeschnitten, die geschwungenen Kanten fasst du mit Schrägband ein. Eine breite Tasche mit Mittelnaht sitzt auf Hüfthöhe, ein Aufhänger für das Geschirrtuch an der Seite. Die Träger sind 6 cm breit und drücken nicht im Nacken. Geeignet sind Halbleinen, Denim und Leinen mit mindestens 200 g/m².',
      en: 'Jette is a cross-back apron that stays up without a knot: pull it on and that is it. The main piece is cut on the fold and its curved edges are bound with bias tape. A wide pocket with a centre seam sits at hip height, with a loop for the tea towel at the side. The straps are 6 cm wide and do not press on the neck. Half-linen, denim and linen of at least 200 g/m² are suitable.',
    },
    time: { de: '3 Stunden', en: '3 hours' },
    tags: {
      de: ['Schürze', 'Küche', 'gekreuzte Träger', 'Schrägband', 'Leinen'],
      en: ['apron', 'kitchen', 'cross-back', 'bias binding', 'linen'],
    },
    materials: {
      de: ['Halbleinen, Leinen oder Denim, 200–300 g/m²'],
      en: ['Half-linen, linen or denim, 200–300 g/m²'],
    },
    notions: { de: ['3,50 m Schrägband, 20 mm', 'Nähgarn'], en: ['3.50 m bias binding, 20 mm', 'Sewing thread'] },
    techniques: {
      de: ['Kanten einfassen', 'Tasche mit Teilungsnaht', 'Träger verstürzen'],
      en: ['Binding edges', 'Divided pocket', 'Turning straps'],
    },
    notes: null,
  },
  wim: {
    title: { de: 'Wimpelkette Wim', en: 'Wim Bunting' },
    description: {
      de: 'Wim ist eine Wimpelkette in zwei Größen für Kinderzimmer, Garten und Fest. Spitze und gerundete Wimpel wechseln sich ab; sie sind doppelt genäht und gewendet, so sehen sie von beiden Seiten gut aus und lassen sich waschen. Das Schrägband wird zur Hälfte gefaltet, die Wimpel liegen mit 4 cm Abstand dazwischen. Zwölf Wimpel ergeben gut zwei Meter Kette. Alles, was an Baumwollresten da ist, kann hier verbraucht werden.',
      en: "Wim is a bunting in two sizes for the children's room, the garden or a party. Pointed and rounded flags alternate; they are sewn double and turned, so they look good from both sides and can be washed. The bias tape is folded in half with the flags set in 4 cm apart. Twelve flags make a little over two metres. Any cotton scraps at hand can be used up here.",
    },
    time: { de: '2 Stunden', en: '2 hours' },
    tags: {
      de: ['Wimpel', 'Reste', 'Kinderzimmer', 'Fest', 'Schrägband'],
      en: ['bunting', 'scraps', "children's room", 'party', 'bias tape'],
    },
    materials: { de: ['Baumwollreste, je mindestens 20 × 22 cm'], en: ['Cotton scraps, at least 20 × 22 cm each'] },
    notions: { de: ['3,50 m Schrägband, 20 mm', 'Nähgarn'], en: ['3.50 m bias tape, 20 mm', 'Sewing thread'] },
    techniques: {
      de: ['Spitzen ausformen', 'Schrägband falten und steppen'],
      en: ['Turning points', 'Folding and stitching bias tape'],
    },
    notes: null,
  },
  oda: {
    title: { de: 'Topflappen Oda', en: 'Oda Pot Holders' },
    description: {
      de: 'Ein Paar Topflappen mit einem Eingriff für die Finger und ein Handschuh für den Ofen. Zwischen zwei Lagen Baumwolle liegt hitzefestes Vlies, gesteppt wird in Rauten von 4 cm, die auf dem Schnitt eingezeichnet sind. Die Kanten werden mit Schrägband gefasst, an der Ecke entsteht daraus der Aufhänger. Nimm nur Naturfasern, Polyester schmilzt. Den Handschuh gibt es für schmale und für breite Hände.',
      en: 'A pair of pot holders with a pocket for the fingers, and an oven mitt. Heat-resistant wadding lies between two layers of cotton; it is quilted in 4 cm diamonds that are drawn on the pattern. The edges are bound with bias tape, which forms the loop at the corner. Use natural fibres only, polyester melts. The mitt comes for narrow and for wide hands.',
    },
    time: { de: '2–3 Stunden', en: '2–3 hours' },
    tags: {
      de: ['Küche', 'Topflappen', 'Quilten', 'Schrägband', 'Geschenk'],
      en: ['kitchen', 'pot holder', 'quilting', 'bias binding', 'gift'],
    },
    materials: {
      de: ['Baumwollwebware', 'Hitzefestes Vlies (Thermolam), 30 cm'],
      en: ['Woven cotton', '30 cm heat-resistant wadding'],
    },
    notions: { de: ['2,50 m Schrägband, 20 mm', 'Baumwollgarn'], en: ['2.50 m bias binding, 20 mm', 'Cotton thread'] },
    techniques: {
      de: ['Quilten', 'Kanten einfassen', 'Ecken mit Schrägband'],
      en: ['Quilting', 'Binding edges', 'Bound corners'],
    },
    notes: null,
  },
  tomte: {
    title: { de: 'Utensilo Tomte', en: 'Tomte Fabric Basket' },
    description: {
      de: 'Tomte ist ein Stoffkorb mit rundem Boden in drei Größen, die ineinander passen. Der Rand wird umgeschlagen, innen und außen tragen deshalb verschiedene Stoffe. Zwei Griffe aus Gurtband sind in die Seitennaht gefasst. Ohne Einlage fällt der Korb zusammen: Im Schnitt stehen die Teile aus festem Vlies extra, 1 cm kleiner rundum. Der Bodenkreis hat Knipse alle 45 Grad, damit er gleichmäßig eingesetzt wird.',
      en: 'Tomte is a fabric basket with a round base in three nesting sizes. The rim is turned down, so inside and outside use different fabrics. Two webbing handles are caught in the side seams. Without interfacing the basket collapses: the stiffening pieces are drawn separately, 1 cm smaller all round. The base circle is notched every 45 degrees so that it goes in evenly.',
    },
    time: { de: '2–3 Stunden', en: '2–3 hours' },
    tags: {
      de: ['Stoffkorb', 'Ordnung', 'runder Boden', 'Canvas', 'drei Größen'],
      en: ['fabric basket', 'storage', 'round base', 'canvas', 'three sizes'],
    },
    materials: {
      de: ['Canvas für außen', 'Baumwolle für innen', 'Festes Vlies (Decovil), 60 cm'],
      en: ['Canvas for the outside', 'Cotton for the inside', '60 cm stiff interfacing'],
    },
    notions: { de: ['40 cm Gurtband, 25 mm', 'Nähgarn'], en: ['40 cm webbing, 25 mm', 'Sewing thread'] },
    techniques: {
      de: ['Runden Boden einsetzen', 'Einlage aufbügeln', 'Futter wenden'],
      en: ['Setting a round base', 'Fusing interfacing', 'Turning a lining'],
    },
    notes: null,
  },
  svea: {
    title: { de: 'Schlaufenvorhang Svea', en: 'Svea Tab-Top Curtain' },
    description: {
      de: 'Svea ist ein Vorhang mit breiten Schlaufen für eine Stange bis 35 mm. Der Schnitt enthält die Schlaufe, den Beleg der Oberkante und eine Vorlage für Briefecken am Saum; die Bahn selbst schneidest du nach deinem Fenster zu. Ein Rechenblatt in der Anleitung führt von der Fensterbreite zur Stoffmenge. Der Saum ist 10 cm tief und doppelt eingeschlagen, das gibt Gewicht. Leinen, Halbleinen und Baumwollköper sind geeignet.',
      en: 'Svea is a curtain with wide tabs for a pole up to 35 mm. The pattern includes the tab, the facing of the top edge and a template for mitred hem corners; the panel itself is cut to fit your window. A worksheet in the instructions leads from the width of the window to the amount of fabric. The hem is 10 cm deep and folded twice, which gives it weight. Linen, half-linen and cotton twill are suitable.',
    },
    time: { de: '4 Stunden', en: '4 hours' },
    tags: {
      de: ['Vorhang', 'Schlaufen', 'Briefecken', 'Leinen', 'Fenster'],
      en: ['curtain', 'tab top', 'mitred corners', 'linen', 'window'],
    },
    materials: {
      de: ['Leinen, Halbleinen oder Baumwollköper, 180–260 g/m²'],
      en: ['Linen, half-linen or cotton twill, 180–260 g/m²'],
    },
    notions: { de: ['Nähgarn', 'Bleiband nach Wunsch'], en: ['Sewing thread', 'Lead weight tape if wanted'] },
    techniques: {
      de: ['Briefecken', 'Schlaufen verstürzen', 'Lange gerade Säume'],
      en: ['Mitred corners', 'Turning tabs', 'Long straight hems'],
    },
    notes: {
      de: 'Die Stoffmenge in der Tabelle gilt für ein Fenster von 100 × 140 cm.',
      en: 'The amount in the table is for a window of 100 × 140 cm.',
    },
  },
  ragna: {
    title: { de: 'Sitzpouf Ragna', en: 'Ragna Floor Pouf' },
    description: {
      de: 'Ragna ist ein runder Sitzpouf aus acht Segmenten, 30 cm hoch, mit Paspel an den Kanten und Reißverschluss im Boden. Die Segmente treffen in der Mitte auf einen bezogenen Knopf, darunter liegt ein Kreis als Verstärkung. Der Schnitt nimmt auf, dass Möbelstoff dick ist: Die Segmente sind an der Spitze um 2 mm schmaler gezeichnet. Ein Innenbezug aus Nessel hält die Füllung. Cord, Wollfilz und Möbelstoff sind geeignet.',
      en: 'Ragna is a round floor pouf of eight segments, 30 cm high, with piping along the edges and a zip in the base. The segments meet at a covered button with a reinforcing circle beneath. The draft allows for the thickness of upholstery fabric: the segments are drawn 2 mm narrower at the tip. An inner cover in calico holds the filling. Corduroy, wool felt and upholstery fabric are suitable.',
    },
    time: { de: '8–9 Stunden', en: '8–9 hours' },
    tags: {
      de: ['Pouf', 'Paspel', 'Möbelstoff', 'Reißverschluss', 'Segmente'],
      en: ['pouf', 'piping', 'upholstery', 'zip', 'segments'],
    },
    materials: {
      de: ['Cord, Wollfilz oder Möbelstoff', 'Nessel für den Innenbezug, 1,60 m', 'Füllung, etwa 90 Liter'],
      en: ['Corduroy, wool felt or upholstery fabric', '1.60 m calico for the inner cover', 'Filling, about 90 litres'],
    },
    notions: {
      de: ['Reißverschluss, 40 cm', '4 m Paspelband', '2 Knöpfe zum Beziehen, 38 mm', 'Polstergarn'],
      en: ['Zip, 40 cm', '4 m piping', '2 self-cover buttons, 38 mm', 'Upholstery thread'],
    },
    techniques: {
      de: ['Segmente auf den Punkt nähen', 'Paspel einfassen', 'Reißverschluss im Boden', 'Knopf abheften'],
      en: ['Matching points', 'Inserting piping', 'Zip in the base', 'Tufting with a button'],
    },
    notes: null,
  },
  mirja: {
    title: { de: 'Wandquilt Mirja', en: 'Mirja Wall Quilt' },
    description: {
      de: 'Mirja ist ein Wandquilt aus neun Sternblöcken, 90 × 90 cm. Genäht wird auf Papier: Jede Vorlage trägt die Nähreihenfolge als Zahl, gedruckt wird sie so oft, wie Blöcke gebraucht werden. Die Vorlagen sind spiegelverkehrt, die Farben folgen einem Plan mit fünf Tönen. Rand, Tunnel für die Leiste und Binding sind mit Maßen angegeben. Du solltest schon einen Quilt genäht haben und einen 6-mm-Fuß besitzen.',
      en: 'Mirja is a wall quilt of nine star blocks, 90 × 90 cm. It is foundation-pieced: every template carries the sewing order as a number and is printed as often as blocks are needed. The templates are mirrored, the colours follow a plan with five shades. Border, hanging sleeve and binding are given as measurements. You should have made a quilt before and own a quarter-inch foot.',
    },
    time: { de: '30 Stunden', en: '30 hours' },
    tags: {
      de: ['Quilt', 'Sternblock', 'Papiernähen', 'Wandbehang', 'Patchwork'],
      en: ['quilt', 'star block', 'paper piecing', 'wall hanging', 'patchwork'],
    },
    materials: {
      de: ['Patchworkstoff in fünf Farben, je 50 cm', 'Rückseitenstoff, 1 m', 'Baumwollvlies, 1 × 1 m'],
      en: ['Quilting cotton in five colours, 50 cm each', '1 m backing', 'Cotton wadding, 1 × 1 m'],
    },
    notions: {
      de: ['Quiltgarn', 'Dünnes Papier zum Nähen', 'Holzleiste, 88 cm'],
      en: ['Quilting thread', 'Foundation paper', 'Wooden batten, 88 cm'],
    },
    techniques: {
      de: ['Nähen auf Papier', 'Maschinenquilten', 'Binding mit Briefecken', 'Tunnel annähen'],
      en: ['Foundation piecing', 'Machine quilting', 'Mitred binding', 'Hanging sleeve'],
    },
    notes: null,
  },
};
