import type { ReactNode } from 'react';

/** A piece of a bodice that covers several sheets. */
const piece = 'M46 88V50c0-10 6-14 12-20l10 6c6 8 14 8 20 2l10-6c4 8 6 12 6 20v36z';

/** The drawings for the steps with paper or with the PDF. Lines with the class `mark` are highlighted. */
export const paperDrawings: Record<string, ReactNode> = {
  'scale-dialog': (
    <>
      <path d="M26 14h108v82H26zM26 28h108" />
      <path d="M38 42h34M38 56h26M38 84h20" className="soft" />
      <circle cx="84" cy="42" r="5" />
      <circle cx="84" cy="56" r="5" className="mark" />
      <circle cx="84" cy="56" r="1.5" className="mark" />
      <path d="M94 42h28" className="soft" />
      <text x="94" y="61">
        100 %
      </text>
      <path d="M100 78h24v10h-24z" />
    </>
  ),
  'scale-first': (
    <>
      <path d="M36 40V16h72v24M28 40h88a6 6 0 0 1 6 6v26h-14M28 40a6 6 0 0 0-6 6v26h14" />
      <path d="M36 62h72v36H36z" />
      <path d="M62 70h20v20H62z" className="mark" />
      <path d="M108 50h4" />
    </>
  ),
  'scale-measure': (
    <>
      <path d="M44 12h56v56H44z" className="mark" />
      <text x="72" y="44" textAnchor="middle">
        5 cm
      </text>
      <path d="M32 78h104v18H32z" />
      <path d="M44 78v9m11.200-9v6m11.200-6v6m11.200-6v6m11.200-6v6m11.200-6v9m11.200-9v6m11.200-6v6" />
    </>
  ),
  'assemble-cut': (
    <>
      <path d="M48 10h64v90H48z" />
      <path d="M58 20h44v70H58z" strokeDasharray="4 4" />
      <path d="M48 20h-8m8 0h64M58 10v90" className="mark" />
      <path d="M58 55l-6 5m6-5 6 5M80 20l-5 6m5-6 5 6" />
      <g transform="translate(18 8) rotate(8)">
        <circle cx="4" cy="6" r="4" />
        <circle cx="4" cy="18" r="4" />
        <path d="m8 8 20 8M8 16l20-8" />
      </g>
    </>
  ),
  'assemble-join': (
    <>
      <path d="M18 18h56v76H18zM70 18h60v76H70z" />
      <path d="M74 18v76" strokeDasharray="4 4" />
      <path d="m66 56 6-6 6 6-6 6zM40 18l5 6-5 6-5-6z" className="mark" />
      <path d="M18 78c22-34 46-44 112-46" className="soft" />
      <path d="M60 30h26v8H60zM60 76h26v8H60z" />
    </>
  ),
  'assemble-grid': (
    <>
      <path d="M20 12h120v88H20zM50 12v88M80 12v88M110 12v88M20 41h120M20 70h120" strokeDasharray="3 3" />
      <path d={piece} className="mark" />
      <path d="M26 24h8m-8 29h8m-8 29h8" className="soft" />
    </>
  ),
  'copyshop-file': (
    <>
      <path d="M58 8h44v62H58z" />
      <path d="M66 18h12v17H66zM82 18h12v17H82zM66 40h28v22H66z" className="soft" />
      <text x="116" y="44" textAnchor="middle">
        A0
      </text>
      <path d="M58 84h44m-44-3v6m44-6v6" className="mark" />
    </>
  ),
  'copyshop-order': (
    <>
      <path d="M22 14h116v50H22z" />
      <path d="M32 26h60M32 36h80M32 46h46" className="soft" />
      <path d="M96 78l8 8 16-18" className="mark" />
      <text x="34" y="88">
        100 %
      </text>
    </>
  ),
  'copyshop-roll': (
    <>
      <path d="M24 22h86v56H24" />
      <path d="M110 22c10 0 10 56 0 56s-10-56 0-56M24 22c-6 0-6 56 0 56" />
      <path d="M36 34h20v20H36z" className="mark" />
      <path d="M66 66c4-20 12-30 30-34" className="soft" />
      <path d="M36 92h20m-20-3v6m20-6v6" className="mark" />
    </>
  ),
  'layers-panel': (
    <>
      <path d="M20 12h120v88H20zM20 26h120M64 26v74" />
      <path d="M48 40h-2m2 16h-2m2 16h-2m2 16h-2" className="soft" />
      <path d="M28 40c4-5 10-5 14 0-4 5-10 5-14 0Zm0 32c4-5 10-5 14 0-4 5-10 5-14 0Z" className="mark" />
      <path d="M28 56h14M28 88h14" className="soft" />
      <path d="M76 88V52c8-2 10-8 10-16h20c0 8 2 14 10 16v36z" className="mark" />
      <path d="M72 92V48c8-2 10-8 10-16h28c0 8 2 14 10 16v44z" className="soft" strokeDasharray="3 3" />
    </>
  ),
  'layers-lines': (
    <>
      <path d="M30 96V40c14-4 20-14 20-28" />
      <path d="M44 96V46c16-4 22-16 22-34" strokeDasharray="6 4" className="mark" />
      <path d="M58 96V52c18-4 24-18 24-40" strokeDasharray="1.500 4" />
      <text x="98" y="36">
        36
      </text>
      <text x="98" y="60">
        38
      </text>
      <text x="98" y="84">
        40
      </text>
      <path d="M122 32h18" />
      <path d="M122 56h18" strokeDasharray="6 4" className="mark" />
      <path d="M122 80h18" strokeDasharray="1.500 4" />
    </>
  ),
  'layers-between': (
    <>
      <path d="M52 98c-6-20-6-34 4-46 6-8 6-22 4-42" />
      <path d="M76 98c2-22 0-36 6-46 8-12 6-26 4-42" strokeDasharray="6 4" />
      <path d="M76 98c0-26-8-40-18-50-4-8 4-20 2-38" className="mark" />
      <text x="34" y="24">
        38
      </text>
      <text x="94" y="96">
        42
      </text>
    </>
  ),
};
