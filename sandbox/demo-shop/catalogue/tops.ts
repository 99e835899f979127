import type { ListingText } from './listing.ts';

export const tops: Record<string, ListingText> = {
  pia: {
    title: { de: 'Leinentop Pia', en: 'Pia Linen Top' },
    description: {
      de: 'Pia ist ein kastiges Top aus zwei Teilen mit überschnittener Schulter. Der Ausschnitt ist flach und weit, hinten etwas höher als vorn, und wird mit einem Beleg verstürzt. In Größe 38 endet es knapp über der Hüfte; die Schnittlinie für die kurze Variante ist eingezeichnet. Leinen, Ramie und feste Viskose stehen der Form gut. Wer zum ersten Mal Kleidung näht, ist mit diesem Schnitt an einem Nachmittag fertig.',
      en: 'Pia is a boxy top in two pieces with an extended shoulder. The neckline is shallow and wide, a little higher at the back, and finished with a facing. In size 38 it ends just above the hip; the cutting line for the cropped version is marked. Linen, ramie and firm viscose suit the shape. If this is your first garment, it takes one afternoon.',
    },
    time: { de: '2–3 Stunden', en: '2–3 hours' },
    tags: {
      de: ['Leinen', 'kastig', 'überschnittene Schulter', 'zwei Schnittteile', 'Sommer'],
      en: ['linen', 'boxy', 'extended shoulder', 'two pieces', 'summer'],
    },
    materials: { de: ['Leinen, Ramie oder Viskose, 130–190 g/m²'], en: ['Linen, ramie or viscose, 130–190 g/m²'] },
    notions: { de: ['Vlieseinlage, 20 cm', 'Nähgarn'], en: ['20 cm fusible interfacing', 'Sewing thread'] },
    techniques: {
      de: ['Beleg verstürzen', 'Nahtzugaben zurückschneiden', 'Schmaler Saum'],
      en: ['Facings', 'Grading seam allowances', 'Narrow hem'],
    },
    notes: null,
  },
  jonte: {
    title: { de: 'T-Shirt Jonte', en: 'Jonte T-Shirt' },
    description: {
      de: 'Jonte ist ein gerade geschnittenes T-Shirt für alle, von XS bis XXL. Die Schulternaht ist um 1,5 cm nach vorn verlegt, damit sie unter dem Rucksackträger nicht drückt. Das Halsbündchen ist 2 cm breit und im Schnittmuster schon um den richtigen Betrag kürzer gezeichnet. Genäht wird aus Single-Jersey, Hanfjersey oder Piqué. Schulterband aus Formband hält die Naht in Form.',
      en: 'Jonte is a straight T-shirt for everyone, from XS to XXL. The shoulder seam is moved 1.5 cm forward so it does not press under a rucksack strap. The neckband is 2 cm wide and already drawn shorter by the right amount. Sew it in single jersey, hemp jersey or piqué. Stay tape keeps the shoulder seam in shape.',
    },
    time: { de: '2 Stunden', en: '2 hours' },
    tags: {
      de: ['T-Shirt', 'Jersey', 'unisex', 'Basic', 'Overlock'],
      en: ['T-shirt', 'jersey', 'unisex', 'basic', 'overlocker'],
    },
    materials: {
      de: ['Single-Jersey oder Hanfjersey, 160–200 g/m²'],
      en: ['Single jersey or hemp jersey, 160–200 g/m²'],
    },
    notions: {
      de: ['30 cm Formband', 'Jerseynadel 80', 'Nähgarn'],
      en: ['30 cm stay tape', 'Jersey needle 80', 'Thread'],
    },
    techniques: {
      de: ['Halsbündchen', 'Schulter mit Formband', 'Ärmel offen einsetzen', 'Zwillingsnadel'],
      en: ['Neckband', 'Taped shoulder', 'Setting sleeves flat', 'Twin needle'],
    },
    notes: null,
  },
  mats: {
    title: { de: 'Sweatshirt Mats', en: 'Mats Sweatshirt' },
    description: {
      de: 'Mats ist ein Sweatshirt mit leicht überschnittener Schulter und Bündchen an Hals, Ärmel und Saum. Die Bündchenlängen sind für Ware mit 40 % Dehnung gezeichnet; eine Tabelle in der Anleitung rechnet auf andere Ware um. Am Hals sitzt das typische V als Zierstück. Der Schnitt ist unisex und fällt gerade, wer es enger mag, wählt eine Größe kleiner. Sommersweat, Sweat mit angerauter Rückseite und French Terry sind geeignet.',
      en: 'Mats is a sweatshirt with a slightly dropped shoulder and ribbing at neck, cuffs and hem. Rib lengths are drafted for 40% stretch; a table in the instructions converts them for other ribbing. The classic V sits at the neck as a decorative inset. The fit is unisex and straight; choose one size down for a closer fit. Loopback, brushed sweatshirt fleece and French terry are suitable.',
    },
    time: { de: '4 Stunden', en: '4 hours' },
    tags: {
      de: ['Sweat', 'Bündchen', 'unisex', 'French Terry', 'Overlock'],
      en: ['sweatshirt', 'ribbing', 'unisex', 'French terry', 'overlocker'],
    },
    materials: {
      de: ['Sweat oder French Terry, 240–320 g/m²', 'Bündchenware im Schlauch, 50 cm'],
      en: ['Sweatshirt fleece or French terry, 240–320 g/m²', '50 cm tubular ribbing'],
    },
    notions: { de: ['Jerseynadel 90', 'Nähgarn'], en: ['Jersey needle 90', 'Thread'] },
    techniques: {
      de: ['Bündchen gedehnt annähen', 'V-Einsatz', 'Überdecknaht nachahmen'],
      en: ['Sewing ribbing under tension', 'V inset', 'Imitating a coverstitch'],
    },
    notes: null,
  },
  amelie: {
    title: { de: 'Bluse Amelie', en: 'Amelie Blouse' },
    description: {
      de: 'Amelie hat eine schmale Passe, darunter wird die Weite vorn und hinten eingereiht. Die langen Ärmel sind an der Kugel gekräuselt und laufen in ein Bündchen mit Gummizug aus. Der Halsausschnitt ist mit einem Schrägstreifen gefasst, vorn öffnet ein kurzer Schlitz mit Knopf und Schlinge. Am schönsten in Baumwollvoile, Batist oder Viskosekrepp. Die Länge reicht bis zur Hüfte, im Rock getragen bauscht die Bluse nur wenig.',
      en: 'Amelie has a narrow yoke with fullness gathered below it at front and back. The long sleeves are gathered at the cap and end in an elasticated cuff. The neckline is bound with a bias strip and opens at the front with a short slit, a button and a loop. Cotton voile, batiste or viscose crêpe work best. It reaches the hip and blouses only a little when tucked in.',
    },
    time: { de: '7 Stunden', en: '7 hours' },
    tags: {
      de: ['Bluse', 'Passe', 'Puffärmel', 'Voile', 'Gummizug'],
      en: ['blouse', 'yoke', 'puff sleeve', 'voile', 'elastic'],
    },
    materials: {
      de: ['Baumwollvoile, Batist oder Viskosekrepp, 80–130 g/m²'],
      en: ['Cotton voile, batiste or viscose crêpe, 80–130 g/m²'],
    },
    notions: {
      de: ['1 Knopf, 10 mm', '50 cm Gummiband, 8 mm', 'Nähgarn'],
      en: ['1 button, 10 mm', '50 cm elastic, 8 mm', 'Sewing thread'],
    },
    techniques: {
      de: ['Reihen', 'Verstürzte Passe', 'Schrägstreifen', 'Fadenschlinge'],
      en: ['Gathering', 'Enclosed yoke', 'Bias strip', 'Thread loop'],
    },
    notes: null,
  },
  runa: {
    title: { de: 'Cardigan Runa', en: 'Runa Cardigan' },
    description: {
      de: 'Runa ist ein offener Cardigan mit breiter Blende, die ohne Naht vom Saum um den Hals bis zum anderen Saum läuft. Zwei große aufgesetzte Taschen werden vor dem Schließen der Seitennaht mit der Maschine aufgenäht. Die Schulter ist überschnitten, der Ärmel gerade und lang. Strickstoff, Walk und schwerer Sweat franst kaum und lässt sich gut verarbeiten. Bei Walk kannst du die Kanten offen lassen; dann schneidest du an den Säumen 3 cm weg.',
      en: 'Runa is an open cardigan with a wide band that runs without a break from one hem around the neck to the other. Two large patch pockets are machine-sewn before the side seams are closed. The shoulder is dropped, the sleeve long and straight. Knits, boiled wool and heavy sweatshirt fabric hardly fray and sew well. With boiled wool you may leave the edges raw; cut 3 cm off at the hems in that case.',
    },
    time: { de: '5 Stunden', en: '5 hours' },
    tags: {
      de: ['Cardigan', 'Strickstoff', 'Walk', 'aufgesetzte Taschen', 'Winter'],
      en: ['cardigan', 'knit fabric', 'boiled wool', 'patch pockets', 'winter'],
    },
    materials: {
      de: ['Strickstoff, Walk oder schwerer Sweat, 280–400 g/m²'],
      en: ['Sweater knit, boiled wool or heavy sweatshirt fabric, 280–400 g/m²'],
    },
    notions: {
      de: ['50 cm Formband', 'Stretchnadel 90', 'Nähgarn'],
      en: ['50 cm stay tape', 'Stretch needle 90', 'Thread'],
    },
    techniques: {
      de: ['Blende annähen', 'Taschen aufsetzen', 'Schulter sichern', 'Strick verarbeiten'],
      en: ['Attaching a band', 'Patch pockets', 'Stabilised shoulder', 'Handling knits'],
    },
    notes: null,
  },
  odette: {
    title: { de: 'Wickelbluse Odette', en: 'Odette Wrap Blouse' },
    description: {
      de: 'Odette wird vorn gewickelt, ein Bindeband läuft durch eine Öffnung in der rechten Seitennaht und wird hinten geknotet. Die Schulter ist mit zwei Falten eingehalten, dadurch liegt der Ausschnitt flach an. Halbe Ärmel mit schmalem Umschlag, gerundeter Saum, Taille auf natürlicher Höhe. Die Wickelkante wird mit Formband gesichert und mit einem Schrägstreifen gefasst. Nimm Seide, Cupro oder dünne Baumwolle; der Stoff darf rutschig sein, sollte aber nicht dehnen.',
      en: 'Odette wraps at the front; one tie passes through an opening in the right side seam and is knotted at the back. Two pleats at the shoulder take in the fullness so that the neckline lies flat. Elbow sleeves with a narrow turn-up, a curved hem, waist at its natural height. The wrap edge is stabilised with tape and bound with a bias strip. Use silk, cupro or thin cotton; the fabric may be slippery but should not stretch.',
    },
    time: { de: '8–9 Stunden', en: '8–9 hours' },
    tags: {
      de: ['Wickelbluse', 'Seide', 'Cupro', 'V-Ausschnitt', 'Falten'],
      en: ['wrap blouse', 'silk', 'cupro', 'V-neck', 'pleats'],
    },
    materials: {
      de: ['Seide, Cupro oder Baumwollsatin, 70–120 g/m²'],
      en: ['Silk, cupro or cotton sateen, 70–120 g/m²'],
    },
    notions: {
      de: ['1,80 m Formband', 'Mikrotexnadel 60', 'Feines Nähgarn'],
      en: ['1.80 m stay tape', 'Microtex needle 60', 'Fine thread'],
    },
    techniques: {
      de: ['Rutschige Stoffe zuschneiden', 'Französische Naht', 'Schrägstreifen', 'Schmaler Rollsaum'],
      en: ['Cutting slippery fabric', 'French seams', 'Bias strip', 'Narrow rolled hem'],
    },
    notes: {
      de: 'Zum Zuschneiden Seidenpapier unterlegen und einlagig arbeiten.',
      en: 'Cut in a single layer with tissue paper underneath.',
    },
  },
  konrad: {
    title: { de: 'Hemd Konrad', en: 'Konrad Shirt' },
    description: {
      de: 'Konrad ist ein klassisches Herrenhemd mit Kragensteg, doppelter Rückenpasse, Brusttasche und langen Ärmeln mit Manschette. Alle langen Nähte sind als Kappnaht vorgesehen, die Nahtzugabe von 1,2 cm reicht dafür aus. Der Kragen ist ein klassischer Kent mit Stäbchen. Die Weite liegt zwischen tailliert und gerade; hinten geben zwei Falten unter der Passe Bewegungsraum. Popeline, Oxford und Flanell funktionieren.',
      en: "Konrad is a classic men's shirt with a collar stand, a double back yoke, a chest pocket and long sleeves with cuffs. All long seams are planned as flat-felled seams, for which the 1.2 cm allowance is enough. The collar is a classic point collar with stays. The fit lies between slim and straight; two pleats below the back yoke give room to move. Poplin, oxford and flannel work.",
    },
    time: { de: '18 Stunden', en: '18 hours' },
    tags: {
      de: ['Herrenhemd', 'Kappnaht', 'Kragensteg', 'Manschette', 'Oxford', 'Brusttasche'],
      en: ['shirt', 'flat-felled seam', 'collar stand', 'cuffs', 'oxford', 'chest pocket'],
    },
    materials: {
      de: ['Popeline, Oxford oder Flanell, 110–170 g/m²', 'Hemdeneinlage, 50 cm'],
      en: ['Poplin, oxford or flannel, 110–170 g/m²', '50 cm shirt interfacing'],
    },
    notions: {
      de: ['11 Hemdenknöpfe, 11 mm', '2 Kragenstäbchen', 'Feines Nähgarn'],
      en: ['11 shirt buttons, 11 mm', '2 collar stays', 'Fine thread'],
    },
    techniques: {
      de: ['Kappnaht', 'Kragen mit Steg', 'Ärmelschlitz', 'Manschetten', 'Karos anpassen'],
      en: ['Flat-felled seam', 'Collar with stand', 'Sleeve placket', 'Cuffs', 'Matching checks'],
    },
    notes: null,
  },
  alma: {
    title: { de: 'Jacke Alma', en: 'Alma Jacket' },
    description: {
      de: 'Alma ist eine gefütterte Jacke im Schnitt einer alten Arbeitsjacke: gerade, hüftlang, mit Umlegekragen und drei aufgesetzten Taschen. Der Ärmel ist gerade und mit angeschnittenem Saum, die Ärmelkugel wird eingehalten. Die vordere Kante hat einen angeschnittenen Beleg, das Futter wird von innen verstürzt und durch den Ärmel gewendet. Wollköper, Loden, schwerer Leinenköper und Denim sind geeignet. Im Schnitt ist genug Weite für einen Pullover eingerechnet.',
      en: 'Alma is a lined jacket cut like an old work jacket: straight, hip-length, with a turn-down collar and three patch pockets. The sleeve is straight with a deep hem and the cap is eased in. The front edge has a cut-on facing; the lining is bagged and turned through the sleeve. Wool twill, loden, heavy linen twill and denim are suitable. The draft includes enough ease for a jumper.',
    },
    time: { de: '22–25 Stunden', en: '22–25 hours' },
    tags: {
      de: ['Jacke', 'Wolle', 'gefüttert', 'Ärmelkugel', 'Arbeitsjacke'],
      en: ['jacket', 'wool', 'lined', 'set-in sleeve', 'chore jacket'],
    },
    materials: {
      de: ['Wollköper, Loden oder Denim, 280–400 g/m²', 'Futterstoff, 1,50 m', 'Gewebeeinlage, 90 cm'],
      en: ['Wool twill, loden or denim, 280–400 g/m²', '1.50 m lining', '90 cm woven interfacing'],
    },
    notions: {
      de: ['5 Knöpfe, 20 mm', 'Kantenband', 'Absteppgarn', 'Nähgarn'],
      en: ['5 buttons, 20 mm', 'Stay tape', 'Topstitching thread', 'Sewing thread'],
    },
    techniques: {
      de: [
        'Ärmelkugel einhalten',
        'Futter verstürzen',
        'Taschen aufsetzen',
        'Knopflöcher',
        'Dressieren mit dem Bügeleisen',
      ],
      en: ['Easing the sleeve cap', 'Bagging a lining', 'Patch pockets', 'Buttonholes', 'Shaping with the iron'],
    },
    notes: null,
  },
};
