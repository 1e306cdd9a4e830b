/**
 * Tasks in the words of people, each with what `find` shows for it: the id of a question, or `Type.field` of the link that a
 * query follows. Names after a bar fit as well.
 */
export const tasks = `
weatherForecast < will it rain tomorrow in Paris
weatherForecast < five day forecast for Berlin
weatherCurrent < how warm is it in Oslo right now
weatherCurrent < humidity and wind speed in Madrid
weatherCurrent < when does the sun set in Lima
coderepoUser < who is octocat on github
coderepoRepos < repositories of a developer
coderepoCommits < last commits of someone on github
coderepoRepo < stars and forks of a repository
livestreamStream < is a twitch channel live now
livestreamGamesTop < most watched games on twitch
livestreamStreamsTop < top live streams
livestreamVideos < past broadcasts of a streamer
livestreamClips < clips of a twitch channel
livestreamFollowers < how many followers does a twitch channel have
livestreamChannelsSearch < search twitch channels by name
musicTrack < details of a song by its spotify id
musicArtistTopTracks < most popular songs of an artist
musicArtistDiscography < all albums of an artist
musicAlbum < tracks of an album
musicSearch | musicArtistSearch < find a song by title and artist
musicArtistSearch < find an artist by name
titledbTitle < imdb rating of a film
titledbSeason < episodes of a season of a series
titledbSearch < search films by words
newsTopHeadlines < top headlines of today
newsEverything < articles about climate since January
sportsMmaProScoreboard < results of the last UFC card
sportsSoccer < premier league matches
sportsHockeyProScoreboard < NHL scores
sportsBasketballProMenScoreboard < nba scores tonight
sportsFootballProScoreboard < nfl results
sportsBasketballProMenTeams < list of nba teams
videositeVideo < view count of a youtube video
videositeChannel < subscribers of a youtube channel
videositeComments < comments below a youtube video
videositePlaylistItems < videos in a youtube playlist
videositeSearch < search youtube
microblogUser < how many followers on twitter
microblogUserPosts < latest tweets of a user
microblogPost < a tweet by its address
photosocialProfile < bio of an instagram account
photosocialPost < caption and likes of an instagram post
photosocialStories < instagram stories of a user
photosocialComments < comments of an instagram post
shortvideoUser < likes of a tiktok account
shortvideoVideo < plays of a tiktok video
shortvideoFeed < trending tiktok videos
pinboardSearch < search pinterest pins
pinboardBoard < pins of a pinterest board
pinboardSimilar < pins similar to a pin
clipsTrending < trending medal clips
clipsCategories < games that clips are made of
blockgameByUsername < roblox player by username
blockgameFriends < friends of a roblox user
blockgameBadges < badges of a roblox player
blockgameMarketData < price of a roblox limited item
cubegameUuid < minecraft uuid of a player
cubegameFull < skin and cape of a minecraft player
cardgamePlayerByPlayerTag < clash royale trophies of a player
cardgameClanByClanTag < clash royale clan by tag
cardgameChestsByPlayerTag < upcoming chests in clash royale
cardgameClansearchByQuery < search clans in clash royale
arenagamePlayerByTag < brawl stars player by tag
arenagameBattlelogByTag < recent battles of a brawl stars player
arenagameEventsRotation < current brawl stars events
arenagameClubMembers < members of a brawl stars club
brgameShop < fortnite item shop today
brgameStatsBr < fortnite wins and kills of a player
brgameMap < fortnite map with places
brgameNews | brgameNewsBr < fortnite news
songidIdentifyUpload | songidIdentify < which song is in this recording
CoderepoUser.weather < weather where a github user lives
CoderepoUser.microblog < twitter account of a github developer
CoderepoUser.livestream < twitch channel of a github user
CoderepoUser.videosite < youtube channel of a github user
MicroblogUser.coderepo < github account of a twitter user
MicroblogUser.livestream < twitch stream of a twitter user
MicroblogUser.photosocial < instagram of a twitter account
MicroblogUser.videosite < youtube channel of a twitter user
MicroblogUser.weather < weather at the location of a twitter profile
LivestreamUser.microblog < twitter of a twitch streamer
LivestreamUser.music < music artist behind a twitch streamer
LivestreamUser.photosocial < instagram of a streamer on twitch
LivestreamUser.shortvideo < tiktok of a twitch streamer
LivestreamUser.videosite < youtube channel of a twitch streamer
LivestreamGame.clips | ClipsCategory.livestream < medal clips of a game that is streamed on twitch
LivestreamStream.gameClips | LivestreamGame.clips < clips of the game of a live stream
ClipsCategory.livestream < live broadcasts of the game of a clip
LivestreamGame.cubegame | ClipsCategory.cubegame < minecraft player with the streams of the game
LivestreamGame.brgame | ClipsCategory.brgame < fortnite news beside the fortnite game on twitch
LivestreamGame.cardgame | ClipsCategory.cardgame < clash royale cards and its game on twitch
LivestreamGame.blockgame | ClipsCategory.blockgame < roblox badges beside the roblox game on twitch
MusicArtist.news < news about a music artist
MusicArtist.microblog < twitter account of a music artist
MusicArtist.photosocial < instagram of a musician
MusicArtist.shortvideo < tiktok of a music artist
MusicArtist.channel < youtube channel of a music artist
MusicArtist.videos | MusicTrack.videos < youtube videos of a music artist
MusicTrack.videos < youtube videos of a song
MusicAlbum.videos < youtube videos of an album
PhotosocialUser.microblog < twitter of an instagram user
PhotosocialUser.shortvideo < tiktok of an instagram user
PhotosocialUser.videosite < youtube channel of an instagram user
PinboardProfile.photosocial < instagram of a pinterest user
PinboardProfile.videosite < youtube channel of a pinterest profile
ShortvideoUser.microblog | ShortvideoProfile.microblog < twitter of a tiktok creator
ShortvideoUser.photosocial < instagram of a tiktok user
ShortvideoUser.videosite < youtube channel of a tiktok user
SongidTrack.music | SongidMusicLink.track < album of the song that a recording holds
SongidTrack.videos < youtube videos of the song in a recording
SportsGame.news < news about the teams of a game
SportsMatch.news | SportsGameTeam.news < news about a soccer match
SportsTeam.news | SportsGameTeam.news < articles about a sports team
SportsGame.weather | SportsMatch.weather < weather forecast at the venue of a game
SportsMatch.weather < weather at a soccer match
SportsScoreboard.videos | SportsSoccer.videos < youtube videos of a league
TitledbPerson.news < news about the actors of a film
TitledbTitle.news < news articles about a film
TitledbTitle.trailers < youtube trailers of a film
TitledbTitle.reviews < youtube reviews of a film
VideositeChannel.livestream < twitch account of a youtube channel
VideositeChannel.microblog < twitter of a youtube channel
VideositeChannel.photosocial < instagram of a youtube channel
VideositeChannel.shortvideo < tiktok of a youtube channel
VideositeChannel.weather < weather in the country of a youtube channel
`
  .trim()
  .split('\n')
  .map((line) => {
    const [names, task] = line.split(' < ') as [string, string];
    return { fitting: names.split(' | '), task };
  });

/** Tasks that no group is for. */
export const strangeTasks = [
  'book a flight to Tokyo',
  'translate this sentence into French',
  'solve a differential equation',
  'my bank account balance',
  'order a pizza',
  'send an email to my boss',
];
