import { type Envelope, type Route, routes } from './kernel/route.ts';

const status: Envelope = (data) => ({ status: 200, data });

const wording = `
  fragment Wording on BrgameWording { value displayValue backendValue }`;

const cosmetic = `
  fragment Cosmetic on BrgameWearable {
    cosmeticId
    name
    description
    type: cosmeticType { ...Wording }
    rarity { ...Wording }
    images { smallIcon icon featured }
    added
  }`;

const track = `
  fragment Track on BrgameTrack {
    trackId
    title
    artist
    releaseYear
    bpm
    duration
    difficulty { vocals guitar bass plasticBass drums plasticDrums }
    genres
    albumArt
    added
  }`;

const item = `
  fragment Item on BrgameItem { itemId images { small large wide } added }`;

const series = `
  fragment Series on BrgameSold { series { value image colors backendValue } }`;

const equipment = `
  fragment Equipment on BrgameEquipment {
    ... on BrgameItem { ...Item }
    ... on BrgameTagged { name }
    ...Series
    description
    type { ...Wording }
    rarity { ...Wording }
    showcaseVideo
  }
  ${item}
  ${series}`;

const catalogue = `
  fragment Catalogue on BrgameCatalogue {
    br(first: 20000) { ...Cosmetic }
    tracks(first: 5000) { ...Track }
    instruments(first: 5000) { ...Equipment }
    cars(first: 5000) { ...Equipment vehicleId }
    lego(first: 5000) { ...Item cosmeticId soundLibraryTags }
    legoKits(first: 5000) { ...Item ...Series name type { ...Wording } }
    beans(first: 5000) { ...Item cosmeticId name gender }
  }
  ${cosmetic}
  ${track}
  ${equipment}
  ${wording}`;

const perKind = 'all br tracks instruments cars lego legoKits beans';

/** A route whose only parameter is the language. */
/** `first` is the maximum of a list. */
const argumentFirst = (first: number | undefined) => (first === undefined ? '' : `, first: ${first}`);

const inLanguage = (
  path: string,
  field: string,
  selection: string,
  fragments = '',
  first?: number,
): Route => ({
  path: `/api/brgame/${path}`,
  example: { language: 'en' },
  document: `
    query ($language: BrgameLanguage) {
      brgame { ${field}(language: $language${argumentFirst(first)}) { ${selection} } }
    }
    ${fragments}`,
});

const search = (path: string, field: string, first?: number): Route => ({
  path: `/api/brgame/cosmetics/br/${path}`,
  example: { type: 'outfit', rarity: 'legendary' },
  document: `
    query (
      $type: String
      $rarity: String
      $name: String
      $matchMethod: BrgameMatchMethod
      $language: BrgameLanguage
    ) {
      brgame {
        ${field}(
          type: $type
          rarity: $rarity
          name: $name
          matchMethod: $matchMethod
          language: $language${argumentFirst(first)}
        ) {
          ...Cosmetic
        }
      }
    }
    ${cosmetic}
    ${wording}`,
});

const modeNews = `
  fragment ModeNews on BrgameModeNews {
    hash
    date
    motds(first: 50) { motdId title body image sortingPriority hidden }
    messages(first: 50) { title body image adspace }
  }`;

const playlist = `
  fragment Playlist on BrgamePlaylist {
    playlistId
    name
    description
    minPlayers
    maxPlayers
    maxTeams
    maxTeamSize
    isTournament
    isLimitedTimeMode
    isLargeTeamGame
    images { showcase missionIcon }
    added
  }`;

export const brgame = routes(
  'brgame',
  { envelope: status },
  inLanguage('cosmetics', 'catalogue', '...Catalogue', catalogue),
  inLanguage(
    'cosmetics/new',
    'additions',
    `date
     build
     previousBuild
     hashes { ${perKind} }
     lastAdditions { ${perKind} }
     items { ...Catalogue }`,
    catalogue,
  ),
  inLanguage('cosmetics/br', 'cosmetics', '...Cosmetic', cosmetic + wording, 20_000),
  {
    path: '/api/brgame/cosmetics/br/{cosmetic_id}',
    example: { cosmetic_id: 'CID_028_Athena_Commando_F' },
    document: `
      query ($cosmetic_id: ID!, $language: BrgameLanguage) {
        brgame { cosmetic(id: $cosmetic_id, language: $language) { ...Cosmetic shopHistory } }
      }
      ${cosmetic}
      ${wording}`,
  },
  search('search', 'firstMatch'),
  search('search/all', 'allMatches', 20_000),
  {
    path: '/api/brgame/cosmetics/br/search/ids',
    example: { id: 'CID_028_Athena_Commando_F' },
    document: `
      query ($id: [ID!]!, $language: BrgameLanguage) {
        brgame { cosmeticsByIds(ids: $id, language: $language) { ...Cosmetic } }
      }
      ${cosmetic}
      ${wording}`,
  },
  inLanguage('cosmetics/tracks', 'tracks', '...Track', track, 5_000),
  inLanguage(
    'cosmetics/instruments',
    'instruments',
    '...Equipment gameplayTags path shopHistory',
    equipment + wording,
    5_000,
  ),
  inLanguage(
    'cosmetics/cars',
    'cars',
    '...Equipment vehicleId gameplayTags path shopHistory',
    equipment + wording,
    5_000,
  ),
  inLanguage('cosmetics/lego', 'lego', '...Item cosmeticId soundLibraryTags path', item, 5_000),
  inLanguage(
    'cosmetics/lego/kits',
    'legoKits',
    '...Item ...Series name type { ...Wording } gameplayTags path shopHistory',
    item + series + wording,
    5_000,
  ),
  inLanguage('cosmetics/beans', 'beans', '...Item cosmeticId name gender gameplayTags path', item, 5_000),
  inLanguage(
    'shop',
    'shop',
    `hash
     date
     currencyIcon
     entries(first: 1000) {
       regularPrice
       finalPrice
       offerId
       inDate
       outDate
       giftable
       refundable
       sortPriority
       brItems(first: 50) { cosmeticId name images { icon } }
     }`,
  ),
  {
    path: '/api/brgame/stats/br',
    example: { name: 'Ninja', timeWindow: 'season' },
    document: `
      query ($name: String!, $accountType: BrgameAccountType, $timeWindow: BrgameTimeWindow) {
        brgame {
          stats(name: $name, accountType: $accountType, timeWindow: $timeWindow) {
            account { accountId name }
            battlePass { level progress }
            stats {
              all {
                overall {
                  ...Played
                  score
                  deaths
                  minutesPlayed
                  playersOutlived
                  lastModified
                }
                solo { ...Played }
                duo { ...Played }
                squad { ...Played }
              }
              keyboardMouse { ...ByInput }
              gamepad { ...ByInput }
              touch { ...ByInput }
            }
          }
        }
      }
      fragment Played on BrgamePlayed { wins kills kd matches winRate }
      fragment ByInput on BrgameInputStats { overall { matches wins kd } }`,
  },
  inLanguage(
    'banners',
    'banners',
    'bannerId devName name description category fullUsageRights images { smallIcon icon }',
    '',
    2_000,
  ),
  {
    path: '/api/brgame/banners/colors',
    example: {},
    document: 'query { brgame { bannerColors(first: 200) { id color category subCategoryGroup } } }',
  },
  {
    path: '/api/brgame/creatorcode',
    operationId: 'brgameCreatorCode',
    example: { name: 'ninja' },
    document: `
      query ($name: String!) {
        brgame { creatorCode(name: $name) { code account { accountId name } status: codeStatus verified } }
      }`,
  },
  inLanguage('map', 'map', 'images { blank pois } pois(first: 500) { poiId name location { x y z } }'),
  inLanguage('news', 'news', 'br { ...ModeNews } coop { ...ModeNews }', modeNews),
  inLanguage('news/br', 'brNews', '...ModeNews', modeNews),
  inLanguage('news/coop', 'coopNews', '...ModeNews', modeNews),
  inLanguage('playlists', 'playlists', '...Playlist', playlist, 1_000),
  {
    path: '/api/brgame/playlists/{playlist_id}',
    example: { playlist_id: 'Playlist_NoBuildBR_Duo' },
    document: `
      query ($playlist_id: ID!, $language: BrgameLanguage) {
        brgame { playlist(id: $playlist_id, language: $language) { ...Playlist } }
      }
      ${playlist}`,
  },
  {
    path: '/api/brgame/aes',
    example: { keyFormat: 'hex' },
    document: `
      query ($keyFormat: BrgameKeyFormat) {
        brgame {
          aesKeys(keyFormat: $keyFormat) { build mainKey dynamicKeys(first: 1000) { pakFilename pakGuid key } updated }
        }
      }`,
  },
);
