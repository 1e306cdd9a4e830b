/**
 * The vocabulary of invented texts. Adjectives and nouns have at most six letters, so that a handle made of two of
 * them fits the shortest maximum of all upstreams (15 characters).
 */

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const adjectives = list(`
  amber autumn bold brave bright calm candid chief clear clever cosmic crisp deep eager early easy fair fancy
  fast fierce first fond free fresh gentle giant glad golden grand happy hidden humble icy jolly keen kind late
  lazy light lively lone loud lucky mellow mighty misty modern neat noble odd pale plain polite proud quick quiet
  rapid rare regal ripe royal rustic sharp shy silent silver sleek smooth snowy solar solid steady still sunny
  swift tidy tiny urban vast vivid warm wild wise witty young
`);

export const nouns = list(`
  acorn anchor arrow aspen atlas badger bamboo basin beacon birch bison breeze bridge canyon castle cedar cloud
  comet copper coral cove crane creek delta desert dolmen dune eagle ember falcon fern field finch fjord flint
  forest fox garden geyser glade grove harbor hawk heron hill island jasper juniper kite lagoon lake lark ledge
  lemon lily linden lotus lynx maple marble marsh meadow mesa meteor mill moon moss nectar oak oasis ocean olive
  opal orchid otter owl panda pebble pine planet plum pond puffin quartz raven reef ridge river robin sable sage
  salmon spruce stone storm summit swan thorn tiger trail tulip valley walnut willow wolf wren zephyr
`).filter((word) => word.length <= 6);

export const firstNames = list(`
  Ada Aiko Alma Amir Anya Astrid Beatriz Bruno Camila Carlos Chen Dalia Daniel Elena Elif Emil Farah Felix Freya
  Gita Hana Hugo Ines Ingrid Ivan Jonas Julia Kaito Karim Leila Lena Luca Maja Marco Marta Mei Milan Nadia Nils
  Noor Olga Omar Paula Pedro Priya Rosa Samir Sara Sofia Tariq Theo Tomas Vera Viktor Yara Yusuf Zoe
`);

export const lastNames = list(`
  Abebe Almeida Andersen Banerjee Bauer Becker Castillo Chowdhury Costa Dahl Diaz Dubois Eriksen Farouk Fischer
  Fontaine Garcia Haddad Hansen Horvat Ibrahim Ito Jansen Kaplan Kimura Kowalski Kumar Larsen Lehmann Lind Lopez
  Marin Mbeki Moreau Morris Nakamura Navarro Novak Okafor Olsen Park Petrov Popescu Quinn Ricci Rossi Santos
  Schmidt Silva Singh Sorensen Tanaka Torres Vargas Virtanen Weber Wong Yilmaz Zhang Ziegler
`);

/** The words of sentences. */
export const fillers = list(`
  a about across after again almost along always another around away back because before behind beside better
  between both brings builds by called carries changes close comes corner could day down draws during each edge
  enough evening ever every far few finds follows for from gives goes good half holds home in into its just keeps
  kept knows large last later learns leaves less little long looks made makes many maybe meets more morning most
  moves near never new next night of often old on once one only open or other our over own people place plays
  quite rather reads rests room runs same season shows side since slowly small some sometimes soon story such
  takes than that the their then there these they through time to together toward turns two under until up usual
  very waits walks watches way week while with without work world year yet
`);

export const placeBeginnings = list(`
  Al Ar Bel Bor Bran Cal Car Dal Dor El Fal Gar Glen Hal Kal Kar Lan Lor Mar Mel Mor Nor Ol Or Pel Por Quel Ros
  Sal Sel Tal Tor Val Ver Vil Wes
`);

export const placeEndings = list(`
  berg bridge brook bury by dale den don ford garde haven heim holm ia land mar mere mont mora ness ola ona port
  rava ridge sk stad stead stein ton vale vik ville wick wood
`);
