import { copyName } from './copy-name.js';

describe('copy name', () => {
  it.each([
    ['Amelie Blouse', 'instructions', 'en', 'Amelie Blouse – Instructions.pdf'],
    ['Bluse Amelie', 'projector', 'de', 'Bluse Amelie – Beamer.pdf'],
    ['Rock 3/4: "Ida"', 'a4', 'de', 'Rock 3 4 Ida – A4.pdf'],
    ['???', 'letter', 'en', 'US Letter.pdf'],
    ['x'.repeat(120), 'a0', 'en', `${'x'.repeat(120)} – A0.pdf`],
  ] as const)('of the pattern %j, kind %s, language %s is %j', (title, kind, language, name) => {
    expect(copyName(title, kind, language)).toBe(name);
  });
});
