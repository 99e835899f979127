import type { Language } from '../platform/language.js';

/** The language of ours that an Accept-Language header likes best; German when it likes neither. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '').slice(0, 500).split(',').map(readWish);
  const ours = wishes.filter((wish) => wish.quality > 0).sort((a, b) => b.quality - a.quality);
  return ours.map((wish) => wish.language).find((language) => language === 'de' || language === 'en') ?? 'de';
}

function readWish(text: string): { language: string; quality: number } {
  const [range = '', ...parameters] = text.trim().toLowerCase().split(';');
  const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
  return { language: range.split('-')[0]!, quality: quality ? Number(quality.slice(2)) || 0 : 1 };
}
