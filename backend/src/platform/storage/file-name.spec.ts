import { tidyFileName } from './file-name.js';

describe('tidyFileName', () => {
  it.each([
    ['Sommerkleid Lina – A4.pdf', 'Sommerkleid Lina – A4.pdf'],
    ['Größe 36–46', 'Größe 36–46.pdf'],
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['C:\\Schnitte\\Lina.PDF', 'C Schnitte Lina.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'a Set-Cookie x=1.pdf'],
    ['Lina\u202Efdp.exe', 'Lina fdp.exe.pdf'],
    ['"quoted".pdf', 'quoted.pdf'],
    ['  .hidden. ', 'hidden.pdf'],
    ['x'.repeat(300), `${'x'.repeat(120)}.pdf`],
    ['.pdf', ''],
    ['\u200b/\\', ''],
  ])('changes %j to %j', (name, tidy) => {
    expect(tidyFileName(name)).toBe(tidy);
  });
});
