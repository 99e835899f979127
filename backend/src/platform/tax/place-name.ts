import type { Language } from '../language.js';

/** The names of the places that have no code in ISO 3166-1. */
const NAMES: Record<Language, Record<string, string>> = {
  de: {
    'AT-JUNGHOLZ': 'Jungholz und Mittelberg, Österreich',
    'DE-BUESINGEN': 'Büsingen am Hochrhein, Deutschland',
    'DE-HELGOLAND': 'Helgoland, Deutschland',
    'ES-CE': 'Ceuta, Spanien',
    'ES-CN': 'Kanarische Inseln, Spanien',
    'ES-ML': 'Melilla, Spanien',
    'GR-69': 'Berg Athos, Griechenland',
    'IT-CAMPIONE': 'Campione d’Italia, Italien',
    'IT-LIVIGNO': 'Livigno, Italien',
    'PT-20': 'Azoren, Portugal',
    'PT-30': 'Madeira, Portugal',
  },
  en: {
    'AT-JUNGHOLZ': 'Jungholz and Mittelberg, Austria',
    'DE-BUESINGEN': 'Büsingen am Hochrhein, Germany',
    'DE-HELGOLAND': 'Heligoland, Germany',
    'ES-CE': 'Ceuta, Spain',
    'ES-CN': 'Canary Islands, Spain',
    'ES-ML': 'Melilla, Spain',
    'GR-69': 'Mount Athos, Greece',
    'IT-CAMPIONE': 'Campione d’Italia, Italy',
    'IT-LIVIGNO': 'Livigno, Italy',
    'PT-20': 'Azores, Portugal',
    'PT-30': 'Madeira, Portugal',
  },
};

/** @returns the name of a country or territory, or its code when it has no name */
export const placeName = (place: string, language: Language): string =>
  NAMES[language][place] ??
  (place.includes('-') ? place : new Intl.DisplayNames([language], { type: 'region' }).of(place)!);
