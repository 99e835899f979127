import type { Language } from '../platform/language.js';

/**
 * @returns the supported language that an Accept-Language header prefers; German when the header names no supported language
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').slice(0, 500).split(',').map(readRange);
  const accepted = ranges.filter((range) => range.quality > 0).sort((a, b) => b.quality - a.quality);
  return accepted.map((range) => range.language).find((language) => language === 'de' || language === 'en') ?? 'de';
}

function readRange(text: string): { language: string; quality: number } {
  const [range = '', ...parameters] = text.trim().toLowerCase().split(';');
  const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
  return { language: range.split('-')[0]!, quality: quality ? Number(quality.slice(2)) || 0 : 1 };
}
