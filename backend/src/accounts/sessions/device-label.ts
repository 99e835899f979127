export interface Device {
  browser: string | null;
  os: string | null;
}

/** The first match counts, because the header of a browser can contain the names of browsers that follow in this list. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone|iPod\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X|Macintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Reads browser and system from a `User-Agent` header, without versions, so that the owner can recognise a device. */
export function parseDevice(userAgent: string | undefined): Device {
  const text = (userAgent ?? '').slice(0, 500);
  const findName = (patterns: [RegExp, string][]) => patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return { browser: findName(BROWSERS), os: findName(SYSTEMS) };
}
