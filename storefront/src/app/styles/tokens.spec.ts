import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** @returns the tokens that the rules for these selectors set, where later rules override earlier ones */
function readTokens(...selectors: string[]): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const [, heads, body] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!heads!.split(',').some((head) => selectors.includes(head.trim()))) continue;
    for (const [, name, value] of body!.matchAll(/--([\w-]+):\s*([^;]+);/g)) tokens.set(name!, value!);
  }
  return tokens;
}

const light = "[data-mantine-color-scheme='light']";
const dark = "[data-mantine-color-scheme='dark']";
const contrast = "html[data-contrast='more']";
const themes = {
  light: readTokens(':root', light),
  dark: readTokens(':root', dark),
  'light with high contrast': readTokens(':root', light, contrast),
  'dark with high contrast': readTokens(':root', dark, contrast, contrast + dark),
};

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrastRatio(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const backgrounds = ['paper', 'linen', 'sheet'];
const textColours = ['ink', 'muted', 'accent', 'accent-deep', 'link', 'good', 'warn'];
const washes = ['accent', 'link', 'good', 'warn'];
const levels = ['beginner', 'intermediate', 'advanced', 'expert'];

/** Each text colour with each background that it is used on. */
const textPairs: [text: string, background: string][] = [
  ...textColours.flatMap((text) => backgrounds.map((background): [string, string] => [text, background])),
  ...washes.flatMap((name): [string, string][] => [
    ['ink', `${name}-wash`],
    ['muted', `${name}-wash`],
    [name, `${name}-wash`],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-deep'],
  ['paper', 'ink'],
  ...levels.map((level): [string, string] => ['on-level', `level-${level}`]),
];
/** Each colour of borders, marks and the focus ring with each background that it is used on. */
const markPairs: [mark: string, background: string][] = ['line', 'accent', 'link'].flatMap((mark) =>
  [...backgrounds, ...washes.map((name) => `${name}-wash`)].map((background): [string, string] => [mark, background]),
);

const findTooLowContrast = (tokens: Map<string, string>, pairs: [string, string][], minRatio: number) =>
  pairs
    .map(([front, back]) => [`${front} on ${back}`, contrastRatio(tokens.get(front)!, tokens.get(back)!)] as const)
    .filter(([, found]) => !(found >= minRatio))
    .map(([pair, found]) => `${pair}: ${found.toFixed(2)}`);

describe.each(Object.entries(themes))('the colours of the theme %s', (name, tokens) => {
  const isHighContrast = name.includes('high contrast');

  it('give each text a contrast ratio of at least 4.5, or 7 in high contrast', () => {
    expect(findTooLowContrast(tokens, textPairs, isHighContrast ? 7 : 4.5)).toEqual([]);
  });

  it('give each border and mark a contrast ratio of at least 3, or 7 in high contrast', () => {
    expect(findTooLowContrast(tokens, markPairs, isHighContrast ? 7 : 3)).toEqual([]);
  });
});

describe('high contrast', () => {
  it.each(['light with high contrast', 'dark with high contrast'] as const)(
    'sets every colour to black, white or one of two accent colours: %s',
    (name) => {
      const own = readTokens(contrast, ...(name.startsWith('dark') ? [contrast + dark] : []));
      const colours = new Set([...own].filter(([, value]) => value.startsWith('#')).map(([, value]) => value));
      expect([...colours].filter((value) => value !== '#000000' && value !== '#ffffff')).toHaveLength(2);
      expect(
        [...themes.light.keys()].filter((token) => themes.light.get(token)!.startsWith('#') && !own.has(token)),
      ).toEqual([]);
    },
  );
});
