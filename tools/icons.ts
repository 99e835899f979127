import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

// Draws the icons of the installed web app from the logo in favicon.svg. Run it with `node tools/icons.ts`.
const directory = join(import.meta.dirname, '../storefront/public');
const favicon = readFileSync(join(directory, 'favicon.svg'), 'utf8');
const logo = /<g [^>]*>(.*)<\/g>/s.exec(favicon)?.[1];
const background = /<rect [^>]*fill="(#[0-9A-F]{6})"/i.exec(favicon)?.[1];
if (!logo || !background) throw new Error('favicon.svg has no logo on a background of one colour');

/** Size of the logo in units of the SVG. */
const [logoWidth, logoHeight] = [26, 30];

/**
 * @param share the height of the logo as a share of the icon's height
 * @param corner the corner radius as a share of the icon's width
 */
async function draw(name: string, size: number, share: number, corner: number): Promise<void> {
  const scale = (size * share) / logoHeight;
  const [x, y] = [(size - logoWidth * scale) / 2, (size - logoHeight * scale) / 2];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${size * corner}" fill="${background}"/>
    <g transform="translate(${x} ${y}) scale(${scale})">${logo}</g></svg>`;
  const png = await sharp(Buffer.from(svg)).png({ palette: true, quality: 95, effort: 10 }).toBuffer();
  writeFileSync(join(directory, name), png);
  console.log(`${name}: ${png.length} bytes`);
}

await draw('icon-192.png', 192, 0.72, 0.1875);
await draw('icon-512.png', 512, 0.72, 0.1875);
// The operating system can cut off everything outside the middle 80 percent of a maskable icon, so the logo is smaller.
// The corners of the next two icons are square, because the system rounds them.
await draw('icon-maskable-512.png', 512, 0.56, 0);
await draw('apple-touch-icon.png', 180, 0.66, 0);
