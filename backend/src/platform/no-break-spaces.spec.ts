import { noBreakSpaces } from './no-break-spaces.js';

const NO_BREAK = '\u00A0';

it.each([
  'Jede Seite ist 5~cm lang.',
  'Wähl 100~% im Druckdialog.',
  'Er gilt {{resetMinutes}}~Minuten, nach 14~Tagen nicht mehr.',
  'Das misst {{width}}~×~{{height}}~mm.',
  '80~g/m², 84,1~×~118,9~cm',
  'nach §~356 Abs.~5 BGB und Art.~6 DSGVO',
  'PDF bis {fileMb}~MB; section~147 AO',
  'It is valid for 24~hours, for 1~day.',
])('a number stays on one line with its unit, and with the word or sign that introduces it: %s', (marked) => {
  expect(noBreakSpaces(marked.replaceAll('~', ' '))).toBe(marked.replaceAll('~', NO_BREAK));
});

it.each(['A4 mit Rand', 'Brust 38 geht', '{{name}} Tagesplan', 'Gr. 34 und 36', '– Leere Blätter', 'Schritt 1 von 2'])(
  'a line may end at any other space: %s',
  (text) => {
    expect(noBreakSpaces(text)).toBe(text);
  },
);
