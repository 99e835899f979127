import type { Bilingual } from '../demo-shop-types.ts';

export type Emblem = 'thistle' | 'needle' | 'ladle' | 'gull' | 'burnet' | 'birch';

export interface DesignerText {
  key: string;
  slug: string;
  name: string;
  bio: Bilingual;
  emblem: Emblem;
  colour: string;
}

export const designerTexts: DesignerText[] = [
  {
    key: 'distel',
    slug: 'nadel-und-distel',
    name: 'Nadel & Distel',
    emblem: 'thistle',
    colour: '#7E2A4D',
    bio: {
      de: 'Kleider und Blusen für Webware. Jeder Schnitt wird in drei Größen probegenäht, bevor er erscheint; was dabei auffällt, steht in der Anleitung.',
      en: 'Dresses and blouses for woven fabrics. Every pattern is test-sewn in three sizes before it is released; whatever comes up goes into the instructions.',
    },
  },
  {
    key: 'kattun',
    slug: 'kattunwerk',
    name: 'Kattunwerk',
    emblem: 'needle',
    colour: '#27406B',
    bio: {
      de: 'Hosen, Röcke und Arbeitskleidung nach alten Vorbildern. Wir zeichnen für Stoffe mit Gewicht und für Nähte, die man sehen darf.',
      en: 'Trousers, skirts and workwear after old models. We draft for fabrics with weight and for seams that may be seen.',
    },
  },
  {
    key: 'nord',
    slug: 'schnittkueche-nord',
    name: 'Schnittküche Nord',
    emblem: 'ladle',
    colour: '#2B6247',
    bio: {
      de: 'Basics aus Jersey und Sweat für alle Größen. Kurze Anleitungen, wenige Schnittteile, alle Maße vorab in einer Tabelle.',
      en: 'Basics in jersey and sweatshirt fabric for all sizes. Short instructions, few pieces, every measurement in a table up front.',
    },
  },
  {
    key: 'moewe',
    slug: 'moewe-und-garn',
    name: 'Möwe & Garn',
    emblem: 'gull',
    colour: '#8A5300',
    bio: {
      de: 'Taschen, Hüte und kleine Dinge von der Küste. Wir nähen auf einer gewöhnlichen Haushaltsmaschine, unsere Schnitte schafft sie auch.',
      en: 'Bags, hats and small things from the coast. We sew on an ordinary domestic machine, and our patterns are made for one.',
    },
  },
  {
    key: 'wiese',
    slug: 'haus-wiesenknopf',
    name: 'Haus Wiesenknopf',
    emblem: 'burnet',
    colour: '#A32F2B',
    bio: {
      de: 'Nähen für Küche, Fenster und Sofa. Die meisten Schnitte kommen mit Resten aus, und jede Anleitung sagt, wie viel davon.',
      en: 'Sewing for kitchen, window and sofa. Most patterns make do with scraps, and every set of instructions says how many.',
    },
  },
  {
    key: 'birke',
    slug: 'atelier-birkenblau',
    name: 'Atelier Birkenblau',
    emblem: 'birch',
    colour: '#3F5664',
    bio: {
      de: 'Schnitte für Geübte: Abnäher, Futter, Einlagen, eingehaltene Ärmel. Dazu Anleitungen, die erklären, warum ein Schritt an dieser Stelle steht.',
      en: 'Patterns for experienced hands: darts, linings, interfacings, eased sleeves, with instructions that say why a step comes where it does.',
    },
  },
];
