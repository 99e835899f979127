/**
 * German and English words from the top of lists of leaked passwords. Attackers first try these words with added digits and
 * punctuation, an initial capital and look-alike characters (0 for o, @ for a).
 */
const WORDS = new Set(
  `
  password passwort passwd pass passwords kennwort losung geheim geheimnis secret secure security sicher sicherheit
  admin administrator root user benutzer guest gast test tester testing default demo sample example beispiel
  login logon signin anmelden anmeldung welcome willkommen hello hallo hi moin servus changeme letmein letme access
  zugang zugriff offen open opensesame sesam master meister boss chef qwertz qwerty qwertzui qwertyui qwertzu qwertyu
  qwert qwer asdf asdfg asdfgh asdfghj asdfghjk asdfjkl yxcv yxcvbn yxcvbnm zxcv zxcvbn zxcvbnm qweasd qweasdzxc
  qayxsw qaywsx qazwsx qazwsxedc abc abcd abcde abcdef abcdefg abcdefgh aa aaa abcabc xyz xxx qaz wsx edc
  iloveyou ichliebedich ilove loveyou love liebe lover lovely schatz schatzi schatzl mausi maus hase hasi baby babe
  honey sweety sweetheart engel angel angels darling princess prinzessin prinz prince king koenig queen koenigin
  sunshine sonnenschein sonne sun mond moon star stern sterne himmel sky regenbogen rainbow blume blumen flower flowers
  fruehling frühling sommer herbst winter spring summer autumn fall januar februar maerz märz april mai juni juli august
  september oktober november dezember january february march june july october december montag dienstag mittwoch
  donnerstag freitag samstag sonntag monday tuesday wednesday thursday friday saturday sunday
  hund katze kaetzchen kätzchen dog doggy puppy cat kitty kitten pferd horse tiger lion loewe löwe wolf bear baer bär
  drache dragon monkey affe panda delphin dolphin adler eagle falcon phoenix spider schmetterling butterfly einhorn
  unicorn fussball fußball football soccer baseball basketball hockey tennis golf sport bayern bayernmuenchen
  bayernmünchen schalke dortmund borussia hertha werder bvb liverpool arsenal chelsea barcelona madrid juventus
  berlin hamburg muenchen münchen munich koeln köln cologne frankfurt stuttgart dresden leipzig deutschland germany
  oesterreich österreich austria schweiz wien vienna london paris newyork america amerika england
  superman batman spiderman ironman starwars skywalker vader yoda pokemon pikachu naruto sonic mario zelda minecraft
  fortnite matrix gandalf hobbit merlin harrypotter potter frodo hogwarts ninja pirat pirate samurai warrior hunter
  shadow ghost killer devil teufel satan hexe magic magie zauber power energy energie turbo ferrari porsche mercedes
  bmw audi volkswagen mustang corvette harley yamaha kawasaki honda toyota computer internet windows microsoft google
  apple samsung iphone android facebook instagram twitter youtube amazon paypal ebay netflix whatsapp linkedin
  michael thomas andreas stefan stephan christian alexander daniel martin peter markus sebastian matthias florian
  patrick philipp tobias benjamin marcel dennis kevin jonas lukas leon felix paul max maximilian julian simon niklas
  anna julia laura lisa sarah sandra nicole sabine claudia susanne andrea petra monika martina melanie stefanie
  christina katharina jessica jennifer vanessa michelle ashley amanda nadine jasmin emma mia hannah sophie marie lena
  lea johanna charlotte maria charlie jordan robert william james john david joseph george andrew joshua matthew
  anthony justin brandon ryan tyler hunter thomasm samantha elizabeth nicola taylor maggie ginger pepper buster
  money geld gold silver silber diamond diamant lucky glueck glück happy gluecklich glücklich freedom freiheit
  peace frieden family familie mutter vater mama papa mom dad bruder schwester friend freund freunde freundin
  music musik guitar gitarre metallica nirvana slipknot eminem rammstein cheese kaese käse chocolate schokolade cookie
  banana banane orange purple kaffee coffee bier beer pizza kuchen nothing nichts whatever egal dontknow keineahnung
  trustno jesus christus gott god heaven blessed jesuschrist blabla bla hahaha haha lol fuckyou fuck fuckoff scheisse
  scheiße arschloch asshole bitch idiot mypassword meinpasswort mypass newpassword neuespasswort passwortneu
  naehen nähen naehmaschine nähmaschine schnittmuster schnitt stoff stoffe sewing sew pattern patterns fabric
  marketplace patternmarketplace
  `
    .trim()
    .split(/\s+/),
);

const LOOK_ALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
const MIN_DISTINCT_CHARACTERS = 5;

/** True for a word in `WORDS`, also with added digits and punctuation, and for fewer than five distinct characters. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  if (new Set(plain).size < MIN_DISTINCT_CHARACTERS) return true;
  return [plain, plain.replaceAll(/[013457@$]/g, (character) => LOOK_ALIKES[character]!)]
    .flatMap((text) => [text, stripEnds(plain, text), text.replaceAll(/[^\p{L}]/gu, '')])
    .some((text) => WORDS.has(text) || isRepeated(text));
}

/** Removes the leading and trailing characters of `text` at the positions where `plain` has no letters. */
function stripEnds(plain: string, text: string): string {
  const start = plain.search(/\p{L}/u);
  const end = plain.search(/[^\p{L}]*$/u);
  return text.slice(Math.max(start, 0), end);
}

/** True for a word that is written twice, such as `sommersommer`. */
function isRepeated(text: string): boolean {
  const half = text.slice(0, text.length / 2);
  return half.length > 2 && half + half === text && WORDS.has(half);
}
