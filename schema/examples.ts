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
        venue
        homeTeam {
          name
          score
        }
        awayTeam {
          name
          score
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
  'CoderepoUser.livestream':
    '{ coderepo { user(username: "amberotter") { name livestream { matchedBy user { displayName description } } } } }',
  'CoderepoUser.microblog':
    '{ coderepo { user(username: "amberfox") { name microblog { matchedBy user { displayName followers } } } } }',
  'CoderepoUser.videosite':
    '{ coderepo { user(username: "adele") { name videosite { matchedBy channel { id snippet { title } } } } } }',
  'CoderepoUser.weather':
    '{ coderepo { user(username: "octocat") { name location weather { name main { temp } } } } }',
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
  'LivestreamStream.gameClips':
    '{ livestream { stream(login: "amberfox") { title gameClips { matchedBy category { categoryName publishedClipCount } } } } }',
  'LivestreamGame.cubegame':
    '{ livestream { game(name: "Minecraft") { name cubegame { identity(username: "Notch") { username uuid } player(username: "Notch") { username } } } } }',
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
  'MicroblogUser.livestream':
    '{ microblog { user(username: "amberfox") { displayName livestream { matchedBy user { displayName description } } } } }',
  'MicroblogUser.photosocial':
    '{ microblog { user(username: "amberfox") { displayName photosocial { matchedBy user { username fullName } } } } }',
  'MicroblogUser.videosite':
    '{ microblog { user(username: "octocat") { displayName videosite { matchedBy channel { id snippet { title } } } } } }',
  'MicroblogUser.weather':
    '{ microblog { user(username: "jack") { displayName location weather { name main { temp } } } } }',
  'MusicArtist.microblog':
    '{ music { findArtist(name: "Deepmoss") { name microblog { matchedBy user { displayName followers } } } } }',
  'MusicArtist.news':
    '{ music { findArtist(name: "Daft Punk") { name news(first: 3) { words articles { title url } } } } }',
  'MusicArtist.photosocial':
    '{ music { findArtist(name: "Deepmoss") { name photosocial { matchedBy user { username fullName } } } } }',
  'MusicArtist.shortvideo':
    '{ music { findArtist(name: "Queen") { name shortvideo { matchedBy profile { user { uniqueId nickname } } } } } }',
  'MusicAlbum.videos':
    '{ music { album(id: "6N9PS4QXF1D0OWPk0Sxtb4") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'MusicArtist.channel':
    '{ music { findArtist(name: "Daft Punk") { name channel { matchedBy result { snippet { title channelTitle } } } } } }',
  'MusicArtist.videos':
    '{ music { findArtist(name: "Daft Punk") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'MusicTrack.videos':
    '{ music { track(id: "4uLU6hMCjMI75M1A2tKUQC") { name videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
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
  'ShortvideoUser.microblog':
    '{ shortvideo { user(username: "amberfox7") { user { nickname microblog { matchedBy user { displayName followers } } } } } }',
  'ShortvideoUser.photosocial':
    '{ shortvideo { user(username: "amberheron") { user { nickname photosocial { matchedBy user { username fullName } } } } } }',
  'ShortvideoUser.videosite':
    '{ shortvideo { user(username: "instagram") { user { nickname videosite { matchedBy channel { id snippet { title } } } } } } }',
  'SongidMusicLink.track':
    '{ songid { identify(path: "/srv/media/clip.webm") { track { title music { track { name album { name } } } } } } }',
  'SongidTrack.music':
    '{ songid { identify(path: "/srv/media/clip.webm") { track { title music { matchedBy track { name durationMs } } } } } }',
  'SongidTrack.videos':
    '{ songid { identify(path: "/srv/media/clip.webm") { track { title videos(first: 3) { words results { snippet { title channelTitle } } } } } } }',
  'SportsGame.news':
    '{ sports { scoreboard(league: HOCKEY_PRO) { games(first: 3) { venue news(first: 3) { words articles { title url } } } } } }',
  'SportsGameTeam.news':
    '{ sports { soccer(league: ENGLAND_TOP) { matches(first: 3) { homeTeam { name news(first: 3) { words articles { title url } } } } } } }',
  'SportsMatch.news':
    '{ sports { soccer(league: ENGLAND_TOP) { matches(first: 3) { venue news(first: 3) { words articles { title url } } } } } }',
  'SportsTeam.news':
    '{ sports { teams(league: BASKETBALL_PRO_MEN) { teams(first: 3) { name news(first: 3) { words articles { title url } } } } } }',
  'SportsScoreboard.videos':
    '{ sports { scoreboard(league: HOCKEY_PRO) { leagueName videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'SportsSoccer.videos':
    '{ sports { soccer(league: ENGLAND_TOP) { leagueName videos(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'SportsGame.weather':
    '{ sports { scoreboard(league: HOCKEY_PRO) { games { venue weather { time main { temp } } } } } }',
  'SportsMatch.weather':
    '{ sports { soccer(league: USA_TOP) { matches { venue weather { time main { temp } } } } } }',
  'TitledbPerson.news':
    '{ titledb { title(title: "Metropolis") { title people { name news(first: 3) { words articles { title url } } } } } }',
  'TitledbTitle.news':
    '{ titledb { title(title: "Metropolis") { title news(first: 3) { words articles { title url } } } } }',
  'TitledbTitle.reviews':
    '{ titledb { title(title: "Metropolis") { title reviews(first: 3) { words results { snippet { title channelTitle } } } } } }',
  'TitledbTitle.trailers':
    '{ titledb { title(title: "Metropolis") { title trailers(first: 3) { words results { snippet { title channelTitle } } } } } }',
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
};
