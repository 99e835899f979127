/**
 * The places that a buyer can state: countries (ISO 3166-1 alpha-2), and parts of countries whose VAT differs. A part without
 * a code of ISO 3166-1 has a code of ISO 3166-2 or, for a municipality, the country and its name: `ES-CN`, `IT-LIVIGNO`.
 */
const COUNTRIES = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
VN VU WF WS YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

/** The member states of the European Union. */
export const MEMBER_STATES = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
);
const EEA = new Set(['IS', 'LI', 'NO']);

/**
 * Jungholz and Mittelberg (one code for both), the Azores and Madeira: parts of a member state with a standard rate of their
 * own (Art. 105 of Directive 2006/112/EC, § 10 (4) of the Austrian VAT Act).
 */
const REGIONS_WITH_OWN_RATE = ['AT-JUNGHOLZ', 'PT-20', 'PT-30'];

/**
 * Parts of member states outside the VAT territory (Art. 6 of Directive 2006/112/EC) that have no code of their own in
 * ISO 3166-1. The others (Åland, the French overseas departments) have one, which MEMBER_STATES does not contain.
 */
const REGIONS_OUTSIDE_VAT_TERRITORY = [
  'DE-BUESINGEN',
  'DE-HELGOLAND',
  'ES-CE',
  'ES-CN',
  'ES-ML',
  'GR-69',
  'IT-CAMPIONE',
  'IT-LIVIGNO',
];

export const PLACES = [...COUNTRIES, ...REGIONS_WITH_OWN_RATE, ...REGIONS_OUTSIDE_VAT_TERRITORY];

/** The places for which the shop needs a VAT rate, which are the keys of the table `vat_rates`. */
export const VAT_KEYS = [...MEMBER_STATES, ...REGIONS_WITH_OWN_RATE];

/**
 * Countries to which the shop never sells, because of restrictive measures of the EU against them (EU Sanctions Map,
 * sanctionsmap.eu, as of November 2026). The list does not replace the operator's own check: measures change, and others
 * concern single persons or regions.
 */
export const SANCTIONED = ['BY', 'IR', 'KP', 'RU', 'SY'];

/**
 * The places in which a sale leads to no registration abroad under the shop's tax schemes: the VAT territory of the EU
 * without Monaco, the EEA, and Helgoland, which has no VAT.
 */
export const DEFAULT_PLACES = PLACES.filter(
  (place) => VAT_KEYS.includes(place) || EEA.has(place) || place === 'DE-HELGOLAND',
);

/** The ISO 3166-1 code of a place, which is the code that a card can have. */
export const countryOf = (place: string): string => place.slice(0, 2);

/**
 * The key of the VAT rate that holds in a place; null outside the VAT territory of the EU. Monaco counts as France
 * (Art. 7 of Directive 2006/112/EC).
 */
export function vatKeyOf(place: string): string | null {
  if (place === 'MC') return 'FR';
  return VAT_KEYS.includes(place) ? place : null;
}

/** The places of other member states in the VAT territory: sales to them count towards the limit of 10,000 € (Art. 59c). */
export const OTHER_MEMBER_PLACES = PLACES.filter((place) => vatKeyOf(place) && countryOf(place) !== 'DE');
