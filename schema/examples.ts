/** Queries over several groups, which GraphiQL opens after those that the groups declare. Each has a name for its tab. */
export const crossDomainQueries: readonly string[] = [
  `# A song with its album and artist, and what the video site and the news have of them.
query SongOfTheDay {
  music {
    search(song: "Low Tide", artist: "The Almanacs") {
      track {
        name
        durationMs
      }
      album {
        name
        releaseDate
        label
      }
      artist {
        name
        monthlyListeners
      }
    }
  }
  videosite {
    search(query: "Low Tide The Almanacs", first: 3) {
      count
    }
  }
}
`,
  `# One name on three sites: a group that has no such user is null, and the others still answer.
query OneNameManySites {
  coderepo {
    user(username: "jack") {
      name
      login
    }
  }
  microblog {
    user(username: "jack") {
      displayName
      followers
    }
  }
  livestream {
    user(login: "jack") {
      displayName
      channel {
        title
      }
    }
  }
}
`,
  `# Tonight's games and what is written about the league.
query MatchDay {
  sports {
    scoreboard(league: BASKETBALL_PRO_MEN) {
      leagueName
      games {
        date
        status
        venue
        homeTeam {
          name
        }
        awayTeam {
          name
        }
      }
    }
  }
  news {
    topHeadlines(category: SPORTS) {
      items {
        title
        url
      }
    }
  }
}
`,
  `# A film for the evening, the weather on the way there, and what is streamed meanwhile.
query EveningOut {
  titledb {
    title(title: "Metropolis") {
      title
      year
      director
      plot
    }
  }
  weather {
    current(city: "Berlin") {
      main {
        temp
      }
    }
  }
  livestream {
    topStreams(first: 3) {
      items {
        title
        viewerCount
        user {
          displayName
        }
      }
    }
  }
}
`,
];

/** What lies behind an account of a group. */
const behind = {
  arenagame: 'player { name trophies }',
  blockgame: 'player { name displayName }',
  brgame: 'stats { account { name } battlePass { level } }',
  cardgame: 'player { name trophies }',
  coderepo: 'user { name location }',
  cubegame: 'player { username uuid }',
  livestream: 'user { displayName description }',
  microblog: 'user { displayName followers }',
  music: 'artist { name monthlyListeners }',
  photosocial: 'user { username fullName }',
  pinboard: 'user { username displayName }',
  shortvideo: 'user { user { uniqueId nickname } }',
  videosite: 'channel { id snippet { title } }',
};

/** A type whose texts name accounts, its query, in which * is a name, and names with the groups of accounts there. */
const namers: readonly (readonly [type: string, query: string, names: string])[] = [
  [
    'LivestreamUser',
    'livestream { user(login: "*") { displayName',
    'lucaheron=blockgame,coderepo,music,photosocial adatiger=cardgame,pinboard,shortvideo jack=microblog,videosite amberotter=arenagame octocat=brgame braveowl=cubegame',
  ],
  [
    'VideositeChannel',
    'videosite { channel(username: "*") { snippet { title }',
    'jack=coderepo,microblog,photosocial lucaheron=blockgame,livestream adatiger=cardgame,pinboard amberraven=arenagame octocat=brgame calmotter=cubegame deepwren=music builderman=shortvideo',
  ],
  [
    'MicroblogUser',
    'microblog { user(username: "*") { displayName',
    'octocat=arenagame,brgame,coderepo,pinboard jack=livestream,shortvideo,videosite lucaheron=blockgame,photosocial ambertiger=cardgame bravewren=cubegame adatiger=music',
  ],
  [
    'PhotosocialUser',
    'photosocial { user(username: "*") { fullName',
    'octocat=arenagame,microblog deepwren=pinboard,videosite amberotter=blockgame amberwren=brgame adatiger=cardgame lucaheron=coderepo braveowl=cubegame amberraven=livestream braveswan=music amberowl=shortvideo',
  ],
  [
    'ShortvideoProfile',
    'shortvideo { user(username: "*") { name',
    'lucaheron=microblog,photosocial,pinboard,videosite amberotter=arenagame,blockgame adatiger=cardgame,music octocat=brgame jack=coderepo bravewren=cubegame amberfox=livestream',
  ],
  [
    'ShortvideoUser',
    'shortvideo { user(username: "*") { user { nickname',
    'lucaheron=microblog,photosocial,pinboard,videosite amberotter=arenagame,blockgame adatiger=cardgame,music octocat=brgame jack=coderepo bravewren=cubegame amberfox=livestream',
  ],
  [
    'PinboardProfile',
    'pinboard { user(username: "*") { username',
    'jack=coderepo,livestream,photosocial amberotter=arenagame,blockgame octocat=shortvideo,videosite amberowl=brgame bravetiger=cardgame braveowl=cubegame lucaheron=microblog adatiger=music',
  ],
  [
    'CoderepoUser',
    'coderepo { user(username: "*") { name',
    'octocat=brgame,photosocial adatiger=cardgame,livestream lucaheron=microblog,music amberotter=arenagame calmotter=blockgame braveowl=cubegame builderman=pinboard jack=shortvideo amberfox=videosite',
  ],
  [
    'BlockgamePlayer',
    'blockgame { player(username: "*") { name',
    'octocat=arenagame,photosocial,shortvideo lucaheron=coderepo,music,pinboard amberowl=brgame,microblog adatiger=cardgame calmotter=cubegame amberswan=livestream builderman=videosite',
  ],
  ['MusicArtist', 'music { findArtist(name: "*") { name', 'Deepmoss=microblog,photosocial Queen=shortvideo'],
  [
    'ArenagameClub',
    'arenagame { club(tag: "*") { name',
    'CL0UQ=brgame,microblog,music,pinboard JPCGJ=coderepo,livestream,videosite G0Y88=blockgame,photosocial YV098=cardgame 2JQ0Y=cubegame 0GPCQ=shortvideo',
  ],
  [
    'CardgameClan',
    'cardgame { clan(tag: "*") { name',
    'CL0UQ=microblog,pinboard,shortvideo YGRLJ=blockgame,cubegame YV098=brgame,videosite 0GPCQ=arenagame 9RGJQ=coderepo JPCGJ=livestream U9UPV=music L2PLV=photosocial',
  ],
];

/** A query with the braces that it lacks. */
const closed = (query: string): string =>
  query + ' }'.repeat(query.split('{').length - query.split('}').length);

/** Each leads from what somebody says of themselves to an account elsewhere. */
const accountExamples = namers.flatMap(([type, query, names]) =>
  names.split(' ').flatMap((named) => {
    const [name, groups] = named.split('=') as [string, string];
    return (groups.split(',') as (keyof typeof behind)[]).map((group) => {
      const asked = `{ ${query.replace('*', name)} ${group} { matchedBy ${behind[group]} }`;
      return [`${type}.${group}`, closed(asked)] as const;
    });
  }),
);

/**
 * Queries that follow an edge from one group to another, by type and field: each leads to an object in the sandbox. An edge
 * without data there has none.
 */
export const edgeExamples: Readonly<Record<string, string>> = {
  ...Object.fromEntries(accountExamples),
  'Arenagame.clips': '{ arenagame { clips { matchedBy category { categoryName publishedClipCount } } } }',
  'Arenagame.livestream': '{ arenagame { livestream { matchedBy game { name url } } } }',
  'ArenagameEvent.videos':
    '{ arenagame { rotation(first: 3) { event { mode map videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'ArenagameFighter.videos':
    '{ arenagame { fighters(first: 3) { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'Blockgame.clips': '{ blockgame { clips { matchedBy category { categoryName publishedClipCount } } } }',
  'Blockgame.livestream': '{ blockgame { livestream { matchedBy game { name url } } } }',
  'BlockgameGame.videos':
    '{ blockgame { games(username: "builderman") { items { name videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'Brgame.clips': '{ brgame { clips { matchedBy category { categoryName publishedClipCount } } } }',
  'Brgame.livestream': '{ brgame { livestream { matchedBy game { name url } } } }',
  'BrgameCar.video': '{ brgame { cars(first: 20) { name video { id snippet { title } } } } }',
  'BrgameCosmetic.videos':
    '{ brgame { firstMatch(type: "outfit") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'BrgameCosmeticDetail.videos':
    '{ brgame { firstMatch(type: "outfit") { name detail { name videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'BrgameInstrument.video': '{ brgame { instruments(first: 20) { name video { id snippet { title } } } } }',
  'BrgameTrack.music':
    '{ brgame { tracks(first: 3) { title artist music { matchedBy track { name durationMs } } } } }',
  'BrgameTrack.videos':
    '{ brgame { tracks(first: 3) { title artist videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'Cardgame.clips': '{ cardgame { clips { matchedBy category { categoryName publishedClipCount } } } }',
  'Cardgame.livestream': '{ cardgame { livestream { matchedBy game { name url } } } }',
  'CardgameCard.videos':
    '{ cardgame { cards { items(first: 3) { name videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'CardgameLocation.forecast':
    '{ cardgame { clanSearch(query: "royal", first: 20) { items { name place { name forecast(first: 3) { city { name } list { time main { temp } } } } } } } }',
  'CardgameLocation.weather':
    '{ cardgame { clanSearch(query: "royal", first: 20) { items { name place { name weather { name main { temp } } } } } } }',
  'ClipsCategory.arenagame':
    '{ clips { categories(first: 5) { categoryName arenagame { fighters(first: 3) { name } rotation(first: 3) { event { mode map } } } } } }',
  'ClipsCategory.blockgame':
    '{ clips { categories(first: 5) { categoryName blockgame { player(username: "builderman") { name displayName } badges(username: "builderman", first: 3) { name } } } } }',
  'ClipsCategory.brgame':
    '{ clips { categories(first: 5) { categoryName brgame { news { br { hash } } map { pois(first: 3) { poiId name } } } } } }',
  'ClipsCategory.cardgame':
    '{ clips { categories(first: 5) { categoryName cardgame { cards { items { name } } player(tag: "#9L9GVQ8R") { name } } } } }',
  'ClipsCategory.cubegame':
    '{ clips { categories(first: 5) { categoryName cubegame { identity(username: "Notch") { username uuid } player(username: "Notch") { username } } } } }',
  'ClipsCategory.livestream':
    '{ clips { trending(first: 3) { items { contentTitle category { livestream { matchedBy game { name url } } } } } } }',
  'ClipsCategory.news':
    '{ clips { categories(first: 5) { categoryName news(first: 3) { words articles { title url } } } } }',
  'CoderepoRepo.news':
    '{ coderepo { repo(username: "octocat", repo: "Hello-World") { name news(first: 3) { words articles { title url } } } } }',
  'CoderepoRepo.videos':
    '{ coderepo { repo(username: "octocat", repo: "Hello-World") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'CoderepoUser.forecast':
    '{ coderepo { user(username: "octocat") { name location forecast(first: 3) { city { name } list { time main { temp } } } } } }',
  'CoderepoUser.weather':
    '{ coderepo { user(username: "octocat") { name location weather { name main { temp } } } } }',
  'Cubegame.clips': '{ cubegame { clips { matchedBy category { categoryName publishedClipCount } } } }',
  'Cubegame.livestream': '{ cubegame { livestream { matchedBy game { name url } } } }',
  'CubegamePlayer.videos':
    '{ cubegame { player(username: "Notch") { username videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'LivestreamUser.news':
    '{ livestream { user(login: "amberfox") { displayName news(first: 3) { words articles { title url } } } } }',
  'PhotosocialUser.news':
    '{ photosocial { user(username: "amberfox") { fullName news(first: 3) { words articles { title url } } } } }',
  'LivestreamGame.arenagame':
    '{ livestream { game(name: "Brawl Stars") { name arenagame { fighters(first: 3) { name } rotation(first: 3) { event { mode map } } } } } }',
  'LivestreamGame.blockgame':
    '{ livestream { game(name: "Roblox") { name blockgame { player(username: "builderman") { name displayName } badges(username: "builderman", first: 3) { name } } } } }',
  'LivestreamGame.brgame':
    '{ livestream { game(name: "Fortnite") { name brgame { news { br { hash } } map { pois(first: 3) { poiId name } } } } } }',
  'LivestreamGame.cardgame':
    '{ livestream { game(name: "Clash Royale") { name cardgame { cards { items { name } } player(tag: "#9L9GVQ8R") { name } } } } }',
  'LivestreamGame.channel':
    '{ livestream { topGames(first: 1) { items { name channel { matchedBy result { snippet { title channelTitle } } } } } } }',
  'LivestreamGame.clips':
    '{ livestream { game(name: "Minecraft") { name clips { matchedBy category { categoryName publishedClipCount } } } } }',
  'LivestreamGame.cubegame':
    '{ livestream { game(name: "Minecraft") { name cubegame { identity(username: "Notch") { username uuid } player(username: "Notch") { username } } } } }',
  'LivestreamGame.news':
    '{ livestream { game(name: "Minecraft") { name news(first: 3) { words articles { title url } } } } }',
  'LivestreamStream.gameClips':
    '{ livestream { stream(login: "amberfox") { title gameClips { matchedBy category { categoryName publishedClipCount } } } } }',
  'MicroblogUser.forecast':
    '{ microblog { user(username: "jack") { displayName location forecast(first: 3) { city { name } list { time main { temp } } } } } }',
  'MicroblogUser.news':
    '{ microblog { user(username: "jack") { displayName news(first: 3) { words articles { title url } } } } }',
  'MicroblogUser.weather':
    '{ microblog { user(username: "jack") { displayName location weather { name main { temp } } } } }',
  'MusicAlbum.film':
    '{ titledb { title(title: "Metropolis") { title soundtrack { album { album { name film { matchedBy title { title year } } } } } } } }',
  'MusicAlbum.news':
    '{ music { album(id: "6N9PS4QXF1D0OWPk0Sxtb4") { name news(first: 3) { words articles { title url } } } } }',
  'MusicAlbum.videos':
    '{ music { album(id: "6N9PS4QXF1D0OWPk0Sxtb4") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'MusicArtist.channel':
    '{ music { findArtist(name: "Daft Punk") { name channel { matchedBy result { snippet { title channelTitle } } } } } }',
  'MusicArtist.news':
    '{ music { findArtist(name: "Daft Punk") { name news(first: 3) { words articles { title url } } } } }',
  'MusicArtist.videos':
    '{ music { findArtist(name: "Daft Punk") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'MusicCity.forecast':
    '{ music { findArtist(name: "Daft Punk") { name topCities(first: 3) { city country forecast(first: 3) { city { name } list { time main { temp } } } } } } }',
  'MusicCity.weather':
    '{ music { findArtist(name: "Daft Punk") { name topCities(first: 3) { city country weather { name main { temp } } } } } }',
  'MusicTrack.videos':
    '{ music { track(id: "4uLU6hMCjMI75M1A2tKUQC") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'NewsArticle.teamsNamed':
    '{ sports { teams(league: HOCKEY_PRO) { teams(first: 1) { name news(first: 2) { articles { title teamsNamed { matchedBy teams { name abbreviation } } } } } } } }',
  'NewsArticle.videos':
    '{ news { topHeadlines(category: SPORTS, first: 3) { items { title videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'ShortvideoFeedItem.song':
    '{ shortvideo { feed(first: 10) { items { desc song { matchedBy track { name durationMs } } } } } }',
  'ShortvideoVideo.heard':
    '{ shortvideo { feed(first: 8) { items { video { desc heard { matched track { title subtitle } } } } } } }',
  'ShortvideoVideo.song':
    '{ shortvideo { feed(first: 10) { items { desc video { song { matchedBy track { name durationMs } } } } } } }',
  'SongidMusicLink.track':
    '{ songid { identify(path: "/srv/media/clip.webm") { track { title music { track { name album { name } } } } } } }',
  'SongidTrack.music':
    '{ songid { identify(path: "/srv/media/clip.webm") { track { title music { matchedBy track { name durationMs } } } } } }',
  'SongidTrack.videos':
    '{ songid { identify(path: "/srv/media/clip.webm") { track { title videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'SportsFightCard.forecast':
    '{ sports { fights { cards(first: 2) { name venue forecast(first: 3) { city { name } list { time main { temp } } } } } } }',
  'SportsFightCard.news':
    '{ sports { fights { cards(first: 2) { name news(first: 3) { words articles { title url } } } } } }',
  'SportsFightCard.videos':
    '{ sports { fights { cards(first: 2) { name videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'SportsFightCard.weather':
    '{ sports { fights { cards(first: 2) { name venue weather { time main { temp } } } } } }',
  'SportsFighter.news':
    '{ sports { fights { cards(first: 2) { name bouts(first: 2) { fighters { name news(first: 3) { words articles { title url } } } } } } } }',
  'SportsFighter.videos':
    '{ sports { fights { cards(first: 2) { name bouts(first: 2) { fighters { name videos(first: 3) { words results { snippet { title channelTitle } } } } } } } } }',
  'SportsGame.forecast':
    '{ sports { scoreboard(league: BASKETBALL_PRO_MEN) { games(first: 40) { venue forecast(first: 3) { city { name } list { time main { temp } } } } } } }',
  'SportsGame.news':
    '{ sports { scoreboard(league: BASKETBALL_PRO_MEN) { games(first: 3) { venue news(first: 3) { words articles { title url } } } } } }',
  'SportsGame.videos':
    '{ sports { scoreboard(league: BASKETBALL_PRO_MEN) { games(first: 3) { venue videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'SportsGame.weather':
    '{ sports { scoreboard(league: BASKETBALL_PRO_MEN) { games(first: 40) { venue weather { time main { temp } } } } } }',
  'SportsGameTeam.channel':
    '{ sports { soccer(league: ALL) { matches(first: 3) { homeTeam { name channel { matchedBy result { snippet { title channelTitle } } } } } } } }',
  'SportsGameTeam.news':
    '{ sports { soccer(league: ALL) { matches(first: 3) { homeTeam { name news(first: 3) { words articles { title url } } } } } } }',
  'SportsGameTeam.videos':
    '{ sports { soccer(league: ALL) { matches(first: 3) { homeTeam { name videos(first: 3) { words results { snippet { title } } } } } } } }',
  'SportsMatch.forecast':
    '{ sports { soccer(league: ALL) { matches(first: 40) { venue forecast(first: 3) { city { name } list { time main { temp } } } } } } }',
  'SportsMatch.news':
    '{ sports { soccer(league: ALL) { matches(first: 3) { venue news(first: 3) { words articles { title url } } } } } }',
  'SportsMatch.videos':
    '{ sports { soccer(league: ALL) { matches(first: 3) { venue videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'SportsMatch.weather':
    '{ sports { soccer(league: ALL) { matches(first: 40) { venue weather { time main { temp } } } } } }',
  'SportsScoreboard.videos':
    '{ sports { scoreboard(league: HOCKEY_PRO) { leagueName videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'SportsSoccer.videos':
    '{ sports { soccer(league: ENGLAND_TOP) { leagueName videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'SportsTeam.channel':
    '{ sports { teams(league: HOCKEY_PRO) { teams(first: 1) { name channel { matchedBy result { snippet { title channelTitle } } } } } } }',
  'SportsTeam.forecast':
    '{ sports { teams(league: BASKETBALL_PRO_MEN) { teams(first: 3) { name location forecast(first: 3) { city { name } list { time main { temp } } } } } } }',
  'SportsTeam.news':
    '{ sports { teams(league: BASKETBALL_PRO_MEN) { teams(first: 3) { name news(first: 3) { words articles { title url } } } } } }',
  'SportsTeam.videos':
    '{ sports { teams(league: BASKETBALL_PRO_MEN) { teams(first: 3) { name videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'SportsTeam.weather':
    '{ sports { teams(league: BASKETBALL_PRO_MEN) { teams(first: 3) { name location weather { name main { temp } } } } } }',
  'TitledbPerson.news':
    '{ titledb { title(title: "Metropolis") { title people { name news(first: 3) { words articles { title url } } } } } }',
  'TitledbPerson.videos':
    '{ titledb { title(title: "Metropolis") { title people(first: 3) { name videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'TitledbTitle.news':
    '{ titledb { title(title: "Metropolis") { title news(first: 3) { words articles { title url } } } } }',
  'TitledbTitle.reviews':
    '{ titledb { title(title: "Metropolis") { title reviews(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'TitledbTitle.soundtrack':
    '{ titledb { title(title: "Metropolis") { title soundtrack { matchedBy album { name albumId } } } } }',
  'TitledbTitle.trailers':
    '{ titledb { title(title: "Metropolis") { title trailers(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'VideositeChannel.forecast':
    '{ videosite { channel(channelId: "UC_x5XG1OV2P6uZZ5FSM9Ttw") { snippet { title country } forecast(first: 3) { city { name } list { time main { temp } } } } } }',
  'VideositeChannel.news':
    '{ videosite { channel(channelId: "UC_x5XG1OV2P6uZZ5FSM9Ttw") { snippet { title } news(first: 3) { words articles { title url } } } } }',
  'VideositeChannel.weather':
    '{ videosite { channel(channelId: "UC_x5XG1OV2P6uZZ5FSM9Ttw") { snippet { title country } weather { name main { temp } } } } }',
  'VideositeVideo.film':
    '{ videosite { search(query: "Metropolis 1927 trailer", first: 3) { results { snippet { title } video { film { matchedBy title { title year } } } } } } }',
  'VideositeVideo.song':
    '{ videosite { search(query: "Daft Punk", first: 10) { results { snippet { title } video { song { matchedBy track { name durationMs } } } } } } }',
  'VideositeVideo.teamsNamed':
    '{ sports { teams(league: HOCKEY_PRO) { teams(first: 1) { name videos(first: 3) { results { video { snippet { title } teamsNamed { matchedBy teams { name abbreviation } } } } } } } } }',
  'WeatherCurrent.news':
    '{ weather { current(city: "Oslo") { name news(first: 3) { words articles { title url } } } } }',
  'WeatherCurrent.videos':
    '{ weather { current(city: "Oslo") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
};

/** The same of what an object says of itself: its accounts elsewhere, the links in its text, what others write of it. */
export const ownExamples: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    namers.map(([type, query, names]) => {
      const asked = `{ ${query.replace('*', names.split('=', 1)[0]!)} accounts { name url matchedBy }`;
      return [`${type}.accounts`, closed(asked)];
    }),
  ),
  'CoderepoUser.links':
    '{ coderepo { user(username: "octocat") { name links { url group kind account { name } } } } }',
  'LivestreamUser.links':
    '{ livestream { user(login: "lucaheron") { displayName links { url group kind account { name } } } } }',
  'MicroblogPost.links':
    '{ microblog { user(username: "jack") { posts { text links { url group kind account { name } } } } } }',
  'NewsArticle.others':
    '{ news { topHeadlines(country: "us", first: 3) { items { title others(first: 2) { words articles { title source { name } } } } } } }',
  'ShortvideoVideo.links':
    '{ shortvideo { feed(first: 3) { items { video { desc links { url group kind account { name } } } } } } }',
  'VideositeChannel.links':
    '{ videosite { channel(username: "jack") { snippet { title } links { url group kind account { name } } } } }',
  'VideositeVideo.links':
    '{ videosite { video(id: "dQw4w9WgXcQ") { snippet { title } links { url group kind account { name } } } } }',
};
