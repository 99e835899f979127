import type { Emblem } from '../catalogue/designers.ts';

const stroke = (d: string, width = 6) =>
  `<path d="${d}" fill="none" stroke="#FBF8F3" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

const rays = (cx: number, cy: number, from: number, to: number, turns: number[]) =>
  turns
    .map((turn) => {
      const [c, s] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
      return `M${(cx + c * from).toFixed(1)} ${(cy + s * from).toFixed(1)}L${(cx + c * to).toFixed(1)} ${(cy + s * to).toFixed(1)}`;
    })
    .join('');

const emblems: Record<Emblem, string> = {
  thistle:
    stroke('M120 128V196M120 172Q96 166 88 148M120 184Q146 178 154 158') +
    stroke('M98 112Q98 136 120 136Q142 136 142 112Q132 104 120 104Q108 104 98 112Z') +
    stroke(rays(120, 118, 22, 62, [-140, -121, -104, -90, -76, -59, -40]), 5) +
    stroke('M106 116L114 128M120 114V130M134 116L126 128', 4),
  needle:
    stroke('M62 178L164 76') +
    stroke('M164 76Q176 58 184 56Q182 66 164 76Z', 5) +
    stroke('M176 64Q206 104 160 128Q112 150 138 186Q150 200 176 190', 4),
  ladle:
    stroke('M76 84H164L176 188H64Z') +
    stroke('M92 84Q92 52 120 52Q148 52 148 84') +
    stroke('M76 112H92M73 132H83M71 152H87M69 172H79', 4) +
    stroke('M112 176L150 104M118 180L156 108', 4),
  gull:
    stroke('M44 108Q80 76 116 120Q128 84 196 78Q164 98 150 128Q140 152 112 152Q86 152 70 168') +
    stroke('M52 192Q78 180 104 192T156 192T196 190', 4),
  burnet:
    stroke('M120 118V198M120 160Q92 158 82 134M120 176Q150 172 160 146') +
    '<g fill="#FBF8F3"><ellipse cx="120" cy="84" rx="25" ry="36"/></g>' +
    '<g fill="none" stroke="#22201D" stroke-opacity=".35" stroke-width="3"><path d="M98 72Q120 84 142 72M96 88Q120 100 144 88M102 104Q120 112 138 104"/></g>' +
    stroke('M66 130Q82 122 82 134Q72 142 66 130ZM174 142Q158 134 160 146Q168 154 174 142Z', 4),
  birch:
    stroke('M100 48V196M140 48V196') +
    stroke('M100 74H114M126 92H140M100 118H120M122 142H140M100 164H112', 5) +
    stroke('M140 78Q160 68 176 50M100 102Q80 92 66 74', 5) +
    stroke('M70 196H170', 4),
};

/** @returns the emblem of a designer on their colour, with a dashed seam around it, as SVG of 240 × 240 */
export function avatar(emblem: Emblem, colour: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240">' +
    `<rect width="240" height="240" fill="${colour}"/>` +
    '<circle cx="120" cy="120" r="106" fill="none" stroke="#FBF8F3" stroke-opacity=".7" stroke-width="2.5" stroke-dasharray="9 7"/>' +
    `${emblems[emblem]}</svg>`
  );
}
