// Only some names are known: a package with all 2,231 names would be a third of the provider's bundle.

export const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]\w{1,9});/gi;

/** HTML names of ASCII punctuation, which some encoders write. */
const PUNCTUATION =
  "Tab NewLine excl quot num dollar percnt amp apos lpar rpar ast midast plus comma hyphen dash period sol " +
  "colon semi lt equals gt quest commat lsqb lbrack bsol rsqb rbrack Hat lowbar UnderBar grave lcub lbrace " +
  "verbar vert rcub rbrace";
const PUNCTUATION_CHARACTERS = "\t\n!\"#$%&'()**+,--./:;<=>?@[[\\]]^__`{{||}}";

/** HTML names of U+00A0 to U+00FF, in this order. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr " +
  "deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest " +
  "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml " +
  "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig " +
  "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml " +
  "eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

let characters: Map<string, string> | undefined;

export function entityCharacter(entity: string): string | undefined {
  const name = entity.slice(1, -1);
  if (name.startsWith("#")) {
    const codePoint = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : "";
  }
  characters ??= new Map([
    ...PUNCTUATION.split(" ").map((one, at): [string, string] => [one, PUNCTUATION_CHARACTERS.charAt(at)]),
    ...LATIN.split(" ").map((one, at): [string, string] => [one, String.fromCharCode(0xa0 + at)]),
  ]);
  // Some encoders write names of ASCII characters in capital letters.
  return characters.get(name) ?? characters.get(name.toLowerCase());
}
