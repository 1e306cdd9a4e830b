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

/**
 * Queries that follow an edge from one group to another, by type and field: each leads to an object in the sandbox. An edge
 * without data there has none.
 */
export const edgeExamples: Readonly<Record<string, string>> = {
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
  'CoderepoUser.forecast':
    '{ coderepo { user(username: "octocat") { name location forecast(first: 3) { city { name } list { time main { temp } } } } } }',
  'CoderepoUser.livestream':
    '{ coderepo { user(username: "amberotter") { name livestream { matchedBy user { displayName description } } } } }',
  'CoderepoUser.microblog':
    '{ coderepo { user(username: "amberfox") { name microblog { matchedBy user { displayName followers } } } } }',
  'CoderepoUser.videosite':
    '{ coderepo { user(username: "adele") { name videosite { matchedBy channel { id snippet { title } } } } } }',
  'CoderepoUser.weather':
    '{ coderepo { user(username: "octocat") { name location weather { name main { temp } } } } }',
  'Cubegame.clips': '{ cubegame { clips { matchedBy category { categoryName publishedClipCount } } } }',
  'Cubegame.livestream': '{ cubegame { livestream { matchedBy game { name url } } } }',
  'CubegamePlayer.videos':
    '{ cubegame { player(username: "Notch") { username videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'LivestreamGame.arenagame':
    '{ livestream { game(name: "Brawl Stars") { name arenagame { fighters(first: 3) { name } rotation(first: 3) { event { mode map } } } } } }',
  'LivestreamGame.blockgame':
    '{ livestream { game(name: "Roblox") { name blockgame { player(username: "builderman") { name displayName } badges(username: "builderman", first: 3) { name } } } } }',
  'LivestreamGame.brgame':
    '{ livestream { game(name: "Fortnite") { name brgame { news { br { hash } } map { pois(first: 3) { poiId name } } } } } }',
  'LivestreamGame.cardgame':
    '{ livestream { game(name: "Clash Royale") { name cardgame { cards { items { name } } player(tag: "#9L9GVQ8R") { name } } } } }',
  'LivestreamGame.clips':
    '{ livestream { game(name: "Minecraft") { name clips { matchedBy category { categoryName publishedClipCount } } } } }',
  'LivestreamGame.cubegame':
    '{ livestream { game(name: "Minecraft") { name cubegame { identity(username: "Notch") { username uuid } player(username: "Notch") { username } } } } }',
  'LivestreamGame.news':
    '{ livestream { game(name: "Minecraft") { name news(first: 3) { words articles { title url } } } } }',
  'LivestreamStream.gameClips':
    '{ livestream { stream(login: "amberfox") { title gameClips { matchedBy category { categoryName publishedClipCount } } } } }',
  'LivestreamUser.microblog':
    '{ livestream { user(login: "lucaheron") { displayName microblog { matchedBy user { displayName followers } } } } }',
  'LivestreamUser.music':
    '{ livestream { user(login: "lucaheron") { displayName music { matchedBy artist { name monthlyListeners } } } } }',
  'LivestreamUser.photosocial':
    '{ livestream { user(login: "lucaheron") { displayName photosocial { matchedBy user { username fullName } } } } }',
  'LivestreamUser.shortvideo':
    '{ livestream { user(login: "adatiger") { displayName shortvideo { matchedBy profile { user { uniqueId nickname } } } } } }',
  'LivestreamUser.videosite':
    '{ livestream { user(login: "jack") { displayName videosite { matchedBy channel { id snippet { title } } } } } }',
  'MicroblogUser.coderepo':
    '{ microblog { user(username: "ambercrane") { displayName coderepo { matchedBy user { name location } } } } }',
  'MicroblogUser.forecast':
    '{ microblog { user(username: "jack") { displayName location forecast(first: 3) { city { name } list { time main { temp } } } } } }',
  'MicroblogUser.livestream':
    '{ microblog { user(username: "amberfox") { displayName livestream { matchedBy user { displayName description } } } } }',
  'MicroblogUser.photosocial':
    '{ microblog { user(username: "amberfox") { displayName photosocial { matchedBy user { username fullName } } } } }',
  'MicroblogUser.videosite':
    '{ microblog { user(username: "octocat") { displayName videosite { matchedBy channel { id snippet { title } } } } } }',
  'MicroblogUser.weather':
    '{ microblog { user(username: "jack") { displayName location weather { name main { temp } } } } }',
  'MusicAlbum.videos':
    '{ music { album(id: "6N9PS4QXF1D0OWPk0Sxtb4") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'MusicArtist.channel':
    '{ music { findArtist(name: "Daft Punk") { name channel { matchedBy result { snippet { title channelTitle } } } } } }',
  'MusicArtist.microblog':
    '{ music { findArtist(name: "Deepmoss") { name microblog { matchedBy user { displayName followers } } } } }',
  'MusicArtist.news':
    '{ music { findArtist(name: "Daft Punk") { name news(first: 3) { words articles { title url } } } } }',
  'MusicArtist.photosocial':
    '{ music { findArtist(name: "Deepmoss") { name photosocial { matchedBy user { username fullName } } } } }',
  'MusicArtist.shortvideo':
    '{ music { findArtist(name: "Queen") { name shortvideo { matchedBy profile { user { uniqueId nickname } } } } } }',
  'MusicArtist.videos':
    '{ music { findArtist(name: "Daft Punk") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'MusicCity.forecast':
    '{ music { findArtist(name: "Daft Punk") { name topCities(first: 3) { city country forecast(first: 3) { city { name } list { time main { temp } } } } } } }',
  'MusicCity.weather':
    '{ music { findArtist(name: "Daft Punk") { name topCities(first: 3) { city country weather { name main { temp } } } } } }',
  'MusicTrack.videos':
    '{ music { track(id: "4uLU6hMCjMI75M1A2tKUQC") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'NewsArticle.videos':
    '{ news { topHeadlines(category: SPORTS, first: 3) { items { title videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'PhotosocialUser.microblog':
    '{ photosocial { user(username: "amberfox") { fullName microblog { matchedBy user { displayName followers } } } } }',
  'PhotosocialUser.shortvideo':
    '{ photosocial { user(username: "amberowl") { fullName shortvideo { matchedBy profile { user { uniqueId nickname } } } } } }',
  'PhotosocialUser.videosite':
    '{ photosocial { user(username: "amberowl7") { fullName videosite { matchedBy channel { id snippet { title } } } } } }',
  'PinboardProfile.photosocial':
    '{ pinboard { user(username: "amberlynx") { username photosocial { matchedBy user { username fullName } } } } }',
  'PinboardProfile.videosite':
    '{ pinboard { user(username: "octocat") { username videosite { matchedBy channel { id snippet { title } } } } } }',
  'ShortvideoFeedItem.song':
    '{ shortvideo { feed(first: 10) { items { desc song { matchedBy track { name durationMs } } } } } }',
  'ShortvideoUser.microblog':
    '{ shortvideo { user(username: "amberfox7") { user { nickname microblog { matchedBy user { displayName followers } } } } } }',
  'ShortvideoUser.photosocial':
    '{ shortvideo { user(username: "amberheron") { user { nickname photosocial { matchedBy user { username fullName } } } } } }',
  'ShortvideoUser.videosite':
    '{ shortvideo { user(username: "instagram") { user { nickname videosite { matchedBy channel { id snippet { title } } } } } } }',
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
  'SportsGameTeam.news':
    '{ sports { soccer(league: ALL) { matches(first: 3) { homeTeam { name news(first: 3) { words articles { title url } } } } } } }',
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
  'SportsTeam.news':
    '{ sports { teams(league: BASKETBALL_PRO_MEN) { teams(first: 3) { name news(first: 3) { words articles { title url } } } } } }',
  'SportsTeam.videos':
    '{ sports { teams(league: BASKETBALL_PRO_MEN) { teams(first: 3) { name videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
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
  'VideositeChannel.livestream':
    '{ videosite { channel(username: "amberfox7") { snippet { title } livestream { matchedBy user { displayName description } } } } }',
  'VideositeChannel.microblog':
    '{ videosite { channel(username: "amberowl") { snippet { title } microblog { matchedBy user { displayName followers } } } } }',
  'VideositeChannel.photosocial':
    '{ videosite { channel(username: "amberowl") { snippet { title } photosocial { matchedBy user { username fullName } } } } }',
  'VideositeChannel.shortvideo':
    '{ videosite { channel(username: "amberheron7") { snippet { title } shortvideo { matchedBy profile { user { uniqueId nickname } } } } } }',
  'VideositeChannel.weather':
    '{ videosite { channel(channelId: "UC_x5XG1OV2P6uZZ5FSM9Ttw") { snippet { title country } weather { name main { temp } } } } }',
  'WeatherCurrent.news':
    '{ weather { current(city: "Oslo") { name news(first: 3) { words articles { title url } } } } }',
  'WeatherCurrent.videos':
    '{ weather { current(city: "Oslo") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
};
