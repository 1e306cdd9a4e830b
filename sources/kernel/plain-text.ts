/** The entities of the code points from 160 to 255. */
const latin =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para
  middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute
  Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute
  THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde
  ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(/\s+/);
const others =
  'amp& lt< gt> quot" apos\' ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ hellip… euro€ bull• trade™';

const entities: ReadonlyMap<string | undefined, string> = new Map([
  ...latin.map((name, index) => [name, String.fromCodePoint(160 + index)] as const),
  ...others.split(' ').map((each) => [each.slice(0, -1), each.slice(-1)] as const),
]);

/** A text with characters in place of the entities of HTML; unknown ones are left as they are. */
export const withoutEntities = (html: string): string =>
  html.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,6}));/gi, (written, decimal, hexadecimal, name) => {
    if (name) return entities.get(name) ?? entities.get(name.toLowerCase()) ?? written;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16));
  });

/** The beginning of a text of at most so many UTF-16 units, cut between characters. */
export const beginning = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
