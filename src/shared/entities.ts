// A package with all 2,231 names would take a third of the provider's bundle.

/** The HTML names of ASCII punctuation, which some encoders write. */
const PUNCTUATION =
  "Tab NewLine excl quot num dollar percnt amp apos lpar rpar ast midast plus comma hyphen dash period sol " +
  "colon semi lt equals gt quest commat lsqb lbrack bsol rsqb rbrack Hat lowbar UnderBar grave lcub lbrace " +
  "verbar vert rcub rbrace";
const PUNCTUATION_CHARACTERS = "\t\n!\"#$%&'()**+,--./:;<=>?@[[\\]]^__`{{||}}";

/** The HTML names of U+00A0 to U+00FF, in this order. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr " +
  "deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest " +
  "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml " +
  "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig " +
  "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml " +
  "eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

let characters: Map<string, string> | undefined;

/** Returns the character of a named entity, such as `amp`; undefined for a name outside the tables. */
export function namedCharacter(name: string): string | undefined {
  characters ??= new Map([
    ...PUNCTUATION.split(" ").map((one, at): [string, string] => [one, PUNCTUATION_CHARACTERS.charAt(at)]),
    ...LATIN.split(" ").map((one, at): [string, string] => [one, String.fromCharCode(0xa0 + at)]),
  ]);
  // Some encoders write the names of ASCII characters in capital letters.
  return characters.get(name) ?? characters.get(name.toLowerCase());
}
