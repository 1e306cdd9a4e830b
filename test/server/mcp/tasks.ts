/**
 * Tasks in the words of people, each with what `find` shows for it: an id, `Type.field` of the link that a query follows, or what
 * another query is about. Names after a bar fit as well.
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
coderepoRepo < how many stars does octocat/hello-world have
coderepoRepo < how many stars does facebook/react have
coderepoRepo < how many stars does vercel/next.js have
coderepoRepo < how many forks does torvalds/linux have
musicSearch < find the song Bohemian Rhapsody by Queen
musicSearch < find the song Low Tide by The Almanacs
arenagameBattlelogByTag | cardgameBattlelogByPlayerTag < battle log of 2PP
musicSearch < find the song Hotel California by Eagles
musicSearch < find the song Smells Like Teen Spirit by Nirvana
shortvideoDownload < save a TikTok as mp4 file
shortvideoDownload < shortvideoDownload
cubegameRender | cubegameAvatar < picture of a minecraft player
cubegameRender < cubegameRender
batch < batch
batch < several requests in one
songidIdentifyUpload < tune recorded on my phone
lookup < lookup
lookup < I have some URL and want to know what it is
batch < /api/batch
CoderepoUser.microblog < Twitter account of the person who owns this repository
VideositeVideo.links | VideositeChannel.links | Where do the links below a video lead? < follow the links in a YouTube video description to the creators' accounts
person | LivestreamUser.accounts | PhotosocialUser.accounts | CoderepoUser.accounts | Which accounts does a streamer have elsewhere, and how is that known? < who is this streamer on other sites
person | LivestreamUser.accounts | PhotosocialUser.accounts | CoderepoUser.accounts | Which accounts does a streamer have elsewhere, and how is that known? < same person accounts of a streamer
person | LivestreamUser.accounts | PhotosocialUser.accounts | CoderepoUser.accounts | Which accounts does a streamer have elsewhere, and how is that known? < other accounts of a twitch user
cubegameRender < 3D picture of a Minecraft skin
musicTrack < how often was a Spotify song played
livestreamStream < is shroud live
livestreamGamesTop < most watched games on stream
brgameShop < skins in Fortnite today
SportsGame.weather | SportsGame.forecast < weather at NFL stadiums
LivestreamUser.coderepo < GitHub page of a Twitch streamer
NewsArticle.others | What do others write of the newest articles? < same story in other papers
coderepoRepo < when was sveltejs/svelte last updated
coderepoCommits < recent commits in "django/django"
coderepoRepos < which repositories does Linus Torvalds publish on GitHub
musicSearch | musicArtistSearch < find the track Blinding Lights by The Weeknd
musicArtistTopTracks < most popular songs by Taylor Swift
musicArtist | musicArtistSearch < monthly listeners of Radiohead
musicArtistDiscography < every album of Pink Floyd on Spotify
titledbTitle < who directed Blade Runner 2049
titledbSeason < episodes of season 3 of Breaking Bad
videositeSearch < youtube videos about Kyoto street food
videositeChannel < how many subscribers does MrBeast have on YouTube
livestreamStream < is xQc streaming on Twitch right now
livestreamClips < top clips of Pokimane's channel
weatherForecast < will it snow in Reykjavik on Friday
newsEverything < articles about Nvidia from last week
arenagamePlayerByTag < brawl stars profile of #8UQ2Y
cardgameChestsByPlayerTag < next chests of #9L9GVQ8R in Clash Royale
brgameStatsBr < how many wins has Tfue in Fortnite
blockgameByUsername < is the Roblox user "Linkmon99" online
microblogUserPosts < what did @NASA tweet lately
photosocialStories < stories of natgeo on Instagram today
shortvideoUser < how many followers has Khaby Lame on TikTok
sportsSoccer < did Real Madrid beat Barcelona yesterday
cubegameUuid < uuid of Dream in Minecraft
pinboardSearch < Pinterest ideas for a Scandinavian living room
shortvideoDownload < download a tiktok clip to my disk
cubegameAvatar < face of a minecraft player as an image
songidIdentifyUpload < what is playing in the mp3 on my computer
lookup < what does this address point to
batch < ask ten routes with one call
musicPrerelease < announced album that comes out next month
VideositeChannel.microblog < Twitter of the YouTube channel Kurzgesagt
LivestreamUser.photosocial < Instagram of Twitch streamer Amouranth
MusicArtist.news < news about Billie Eilish the singer
MusicTrack.videos < YouTube videos of the song Shape of You
TitledbTitle.trailers < trailer of Dune on YouTube
TitledbTitle.soundtrack < album with the soundtrack of Interstellar
TitledbPerson.news < news about the cast of Oppenheimer
CoderepoUser.weather | What is the weather where somebody who writes code lives, and where else are they? < weather where gaearon from GitHub lives
CoderepoRepo.news < news about the repository kubernetes/kubernetes
CoderepoRepo.videos < YouTube tutorials about the repo rust-lang/rust
SportsTeam.news | SportsGameTeam.news < news about the Boston Celtics team
SportsGame.weather | SportsGame.forecast < weather at the stadium of the Chicago Bears game
WeatherCurrent.news < news from Cape Town beside its weather
MicroblogUser.coderepo < GitHub account of @dan_abramov on Twitter
LivestreamGame.clips | ClipsCategory.livestream < Medal clips of the Twitch game Valorant
BrgameTrack.music < Spotify track of a Fortnite jam song by Lady Gaga
SportsFighter.videos < youtube videos of the UFC fighter Conor McGregor
person | LivestreamUser.accounts | PhotosocialUser.accounts | CoderepoUser.accounts | Which accounts does a streamer have elsewhere, and how is that known? < all profiles of the one behind this instagram
CoderepoUser.microblog < twitter of the developer who made this repo
VideositeVideo.links | VideositeChannel.links | Where do the links below a video lead? < where do the links under a youtube video go
NewsArticle.others | What do others write of the newest articles? < how other newspapers report the same headline
MusicCity.weather | MusicCity.forecast < weather in the cities where a band has most listeners
ShortvideoVideo.song | ShortvideoFeedItem.song | ShortvideoVideo.heard < spotify track of the sound in a tiktok
VideositeVideo.song < which spotify song is in a youtube video
VideositeVideo.film < film that a youtube trailer belongs to
ArenagameClub.videosite < youtube channel of a brawl stars club
CardgameLocation.weather | CardgameLocation.forecast < weather in the country of a clash royale clan
BlockgamePlayer.livestream < does a roblox player stream on twitch
ShortvideoUser.livestream | ShortvideoProfile.livestream < twitch stream of a tiktoker
PinboardProfile.microblog < twitter account of a pinner
SportsFightCard.news < news about the next ufc event
LivestreamUser.coderepo < github of a twitch streamer
search < search several sites for a word at once
coderepoRepo < what language is home-assistant/core written in
coderepoUser < how many people follow Evan You on GitHub
coderepoCommits < latest commit messages of nodejs/node
musicTrack | musicSearch < how long is the song Stairway to Heaven
musicArtistTopTracks < what are Adele's most streamed songs
musicAlbum < who released the album Nevermind
musicArtist < in which cities do people listen to Coldplay the most
musicPrerelease < when does the new Gorillaz album come out
titledbTitle < box office of Titanic
titledbSeason < list the episodes of season 2 of The Wire
titledbSearch | titledbTitle < films called Alien
newsTopHeadlines < technology headlines in Germany
newsEverything < BBC articles about the Amazon rainforest
sportsMmaProScoreboard < who won Israel Adesanya's fight
sportsHockeyProScoreboard < Rangers vs Bruins score
sportsFootballProScoreboard < did the Kansas City Chiefs win on Sunday
sportsSoccer < Manchester City match today
videositeVideo < how many likes has "Baby Shark" got on YouTube
videositePlaylists < playlists of the channel Linus Tech Tips
videositeSearch < search YouTube for Rick Astley
livestreamGame < Twitch box art of Stardew Valley
livestreamFollowers < who follows Shroud on Twitch
livestreamStreamsTop < who is streaming Dota 2 right now
livestreamUser < Twitch profile of Valkyrae
microblogUserPosts < newest tweets by Elon Musk
microblogUser < when did Obama join Twitter
photosocialProfile < how many followers does Selena Gomez have on insta
photosocialPost < likes of this instagram post https://instagram.com/p/abc
shortvideoVideo < views of https://www.tiktok.com/@scout2015/video/6718335390845095173
pinboardBoard < pins in the board "Kitchen Remodel"
pinboardUserPins < what has Martha Stewart pinned lately
clipsSearch < medal clips with #clutch
clipsTrending < best Valorant clips on Medal
blockgameGroups < groups of the Roblox player Asimo3089
blockgameUsernameHistory < old names of Roblox user stickmasterluke
cubegameUuid < what is jeb_'s uuid
arenagameClubMembers | arenagameClubByTag < members of Brawl Stars club #8QY0L
arenagameRankingsGlobalFightersByFighterId < best Shelly players in the world
cardgamePlayerByPlayerTag < deck of Mohamed Light in Clash Royale
cardgameCards < how much elixir does the Hog Rider cost
brgameStatsBr < Bugha's Fortnite kills
brgameCreatorCode < whose creator code is SypherPK
brgameMap < where is Tilted Towers on the Fortnite map
weatherCurrent < is it windy in Chicago
weatherForecast < Saturday's weather in Buenos Aires
LivestreamUser.microblog < what did the streamer HasanAbi tweet
LivestreamUser.shortvideo < TikTok of Kai Cenat the Twitch streamer
LivestreamUser.music < has the streamer Marshmello released songs
MusicArtist.channel < Spotify artist Ed Sheeran's YouTube channel
MusicArtist.shortvideo < is the singer Lizzo on TikTok
MusicArtist.news < what do the papers write about the band Oasis
MusicAlbum.videos < YouTube videos of the album Thriller
TitledbTitle.trailers | videositeSearch < show me the YouTube trailer of the movie Inception
TitledbTitle.reviews < what do YouTube critics think of Joker the film
TitledbPerson.videos < YouTube interviews with the cast of Friends
SportsTeam.news < press about the Miami Heat team
SportsGame.videos | SportsTeam.videos | SportsScoreboard.videos < YouTube highlights of the Denver Nuggets game
SportsFighter.news < news about Jon Jones the UFC fighter
SportsFightCard.videos | SportsFighter.videos < YouTube videos of UFC 300
VideositeChannel.livestream < does the YouTuber Ludwig have a Twitch
VideositeChannel.photosocial < Instagram of the YouTube channel Veritasium
VideositeChannel.accounts | person < other profiles of the YouTuber Tom Scott
PhotosocialUser.microblog < Twitter account of the Instagrammer Zendaya
PhotosocialUser.videosite < YouTube channel of someone on Instagram
MicroblogUser.livestream < is the tweeter @pokimanelol on Twitch
ShortvideoUser.photosocial | ShortvideoProfile.photosocial < Instagram of Charli the TikToker
CoderepoUser.videosite < YouTube channel of GitHub user ThePrimeagen
CoderepoUser.weather | What is the weather where somebody who writes code lives, and where else are they? < what's the weather like at the home of a GitHub developer
BlockgamePlayer.shortvideo < TikTok account of a Roblox gamer
LivestreamGame.cubegame | Cubegame.livestream < Minecraft on Twitch
VideositeVideo.song < which song is used in this YouTube video
ShortvideoVideo.links < links in the caption of a TikTok video
MicroblogPost.links < where do the links in a tweet lead
WeatherCurrent.news < what is in the news in Oslo, and how is the weather
ArenagameFighter.videos < YouTube videos about the brawler Colt
BlockgameGame.videos < YouTube videos of the Roblox game Adopt Me
musicSearch < find the song Purple Rain by Prince
musicSearch < find the song Live and Let Die by Wings
musicTrack | musicSearch < play count of the song Bad Weather by Snow Patrol
titledbTitle < plot of Ready Player One
titledbTitle < who plays in the film The Social Network
titledbTitle < imdb rating of "The Game"
titledbSeason < episodes of Game of Thrones season 8
TitledbTitle.trailers < YouTube trailer for the film Twitch of the Death Nerve
coderepoRepo < how many issues does twitchdev/twitch-cli have
coderepoRepo < stars of weather/forecast-app on GitHub
sportsBasketballProMenScoreboard < Celtics vs Heat
sportsBasketballProMenScoreboard < how did the Lakers do
sportsHockeyProScoreboard < who won Canucks vs Oilers
sportsSoccer < is Messi playing for Inter tonight
sportsFootballProScoreboard < Dallas Cowboys final score
newsEverything < articles about the Instagram outage
newsEverything < what does Reuters write about Netflix
videositeSearch < YouTube videos of Weather Channel
MusicArtist.news < news about the band Weather Report
livestreamClips < funniest clips from the Twitch channel Game Changers
microblogUserPosts < last tweets from National Weather Service
photosocialPost < caption of https://www.instagram.com/p/CxYz123/
videositeVideo < length of https://youtu.be/dQw4w9WgXcQ
livestreamStream < viewers of twitch.tv/gaules now
blockgameFriends < how many friends has "Coding Builder" on Roblox
clipsSearch < Medal clips about Rocket League
brgameCosmeticsBrSearch | brgameCosmeticsBrSearchAll < rarity of the Fortnite skin Travis Scott
cardgameClansearchByQuery < find the clan "Royal Family" in Clash Royale
pinboardSearch < pins of Star Trek costumes
weatherCurrent < current weather in Rain City
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
