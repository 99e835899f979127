import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

// Draws the icons of the installed web app from the mark in favicon.svg. Run it with `node tools/icons.ts`.
const directory = join(import.meta.dirname, '../storefront/public');
const favicon = readFileSync(join(directory, 'favicon.svg'), 'utf8');
const mark = /<g [^>]*>(.*)<\/g>/s.exec(favicon)?.[1];
const background = /<rect [^>]*fill="(#[0-9A-F]{6})"/i.exec(favicon)?.[1];
if (!mark || !background) throw new Error('favicon.svg has no mark on a background of one colour');

/** Size of the mark in units of the SVG. */
const [markWidth, markHeight] = [26, 30];

/** @param share height of the mark as a share of the icon's @param corner radius of the corners as a share of the width */
async function draw(name: string, size: number, share: number, corner: number): Promise<void> {
  const scale = (size * share) / markHeight;
  const [x, y] = [(size - markWidth * scale) / 2, (size - markHeight * scale) / 2];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${size * corner}" fill="${background}"/>
    <g transform="translate(${x} ${y}) scale(${scale})">${mark}</g></svg>`;
  const png = await sharp(Buffer.from(svg)).png({ palette: true, quality: 95, effort: 10 }).toBuffer();
  writeFileSync(join(directory, name), png);
  console.log(`${name}: ${png.length} bytes`);
}

await draw('icon-192.png', 192, 0.72, 0.1875);
await draw('icon-512.png', 512, 0.72, 0.1875);
// The operating system can cut off everything outside the middle 80 percent of a maskable icon, so the mark is smaller. The
// system also rounds the corners.
await draw('icon-maskable-512.png', 512, 0.56, 0);
await draw('apple-touch-icon.png', 180, 0.66, 0);
