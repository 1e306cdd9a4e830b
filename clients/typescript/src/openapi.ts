// Written by `npm run generate` from the routes; not edited by hand.
export interface paths {
    "/api/arenagame/battlelog/{tag}": {
        /** The last battles of a player, the newest first; up to 25. */
        get: operations["arenagameBattlelogByTag"];
    };
    "/api/arenagame/club/{tag}": {
        /** A club with its members. */
        get: operations["arenagameClubByTag"];
    };
    "/api/arenagame/club/{tag}/members": {
        /** The members of a club. */
        get: operations["arenagameClubMembers"];
    };
    "/api/arenagame/events/rotation": {
        /** The events that are played now, and when each of them ends. */
        get: operations["arenagameEventsRotation"];
    };
    "/api/arenagame/fighters": {
        /** Every fighter of the game. */
        get: operations["arenagameFighters"];
    };
    "/api/arenagame/fighters/{fighterId}": {
        /** A fighter of the game. */
        get: operations["arenagameFightersByFighterId"];
    };
    "/api/arenagame/player/{tag}": {
        /** A player and their fighters. */
        get: operations["arenagamePlayerByTag"];
    };
    "/api/arenagame/rankings/global/clubs": {
        /** The 200 clubs of the world with the most trophies. */
        get: operations["arenagameRankingsGlobalClubs"];
    };
    "/api/arenagame/rankings/global/fighters/{fighterId}": {
        /** The 200 players of the world with the most trophies with one fighter. */
        get: operations["arenagameRankingsGlobalFightersByFighterId"];
    };
    "/api/arenagame/rankings/global/players": {
        /** The 200 players of the world with the most trophies. */
        get: operations["arenagameRankingsGlobalPlayers"];
    };
    "/api/blockgame/avatar/{userId}": {
        /** A picture of a player’s whole avatar, by the player’s id. */
        get: operations["blockgameAvatarByUserId"];
    };
    "/api/blockgame/template/{assetId}": {
        /** The image of a shirt, trousers, a T-shirt or a decal, as PNG or JPEG. */
        get: operations["blockgameTemplateByAssetId"];
    };
    "/api/blockgame/{username}": {
        /** A player: profile, presence, counts, and what the collectibles are worth. */
        get: operations["blockgameByUsername"];
    };
    "/api/blockgame/{username}/avatar": {
        /** What a player’s avatar is made of: build, colours, clothes and emotes. */
        get: operations["blockgameAvatar"];
    };
    "/api/blockgame/{username}/badges": {
        /** The first 25 badges that a player earned, the oldest first. */
        get: operations["blockgameBadges"];
    };
    "/api/blockgame/{username}/friends": {
        /** The friends of a player. */
        get: operations["blockgameFriends"];
    };
    "/api/blockgame/{username}/games": {
        /** The public games that a player has made, the newest first; up to 50. */
        get: operations["blockgameGames"];
    };
    "/api/blockgame/{username}/groups": {
        /** The groups that a player is in, with the role there. */
        get: operations["blockgameGroups"];
    };
    "/api/blockgame/{username}/marketdata": {
        /** What the market-data source knows of a player and the collectibles that the player owns. */
        get: operations["blockgameMarketdata"];
    };
    "/api/blockgame/{username}/outfits": {
        /** The outfits that a player has put together; up to 100. */
        get: operations["blockgameOutfits"];
    };
    "/api/blockgame/{username}/username/history": {
        /** The names that a player had before the present one. */
        get: operations["blockgameUsernameHistory"];
    };
    "/api/brgame/aes": {
        /** The keys that the files of the game are encrypted with. */
        get: operations["brgameAes"];
    };
    "/api/brgame/banners": {
        /** The pictures that players can put on their banners. */
        get: operations["brgameBanners"];
    };
    "/api/brgame/banners/colors": {
        /** The colours that banners can have. */
        get: operations["brgameBannersColors"];
    };
    "/api/brgame/cosmetics": {
        /** Every item of the game, by kind. */
        get: operations["brgameCosmetics"];
    };
    "/api/brgame/cosmetics/beans": {
        /** Every cosmetic in the form of a bean. */
        get: operations["brgameCosmeticsBeans"];
    };
    "/api/brgame/cosmetics/br": {
        /** Every cosmetic of the battle royale. */
        get: operations["brgameCosmeticsBr"];
    };
    "/api/brgame/cosmetics/br/search": {
        /** The first cosmetic of the battle royale that matches. */
        get: operations["brgameCosmeticsBrSearch"];
    };
    "/api/brgame/cosmetics/br/search/all": {
        /** Every cosmetic of the battle royale that matches. */
        get: operations["brgameCosmeticsBrSearchAll"];
    };
    "/api/brgame/cosmetics/br/search/ids": {
        /** Several cosmetics by their ids, in that order; without those that do not exist. */
        get: operations["brgameCosmeticsBrSearchIds"];
    };
    "/api/brgame/cosmetics/br/{cosmetic_id}": {
        /** A cosmetic, with the days on which it was in the shop. */
        get: operations["brgameCosmeticsBrByCosmeticId"];
    };
    "/api/brgame/cosmetics/cars": {
        /** Every part of a car. */
        get: operations["brgameCosmeticsCars"];
    };
    "/api/brgame/cosmetics/instruments": {
        /** Every instrument. */
        get: operations["brgameCosmeticsInstruments"];
    };
    "/api/brgame/cosmetics/lego": {
        /** Every cosmetic in the form of bricks. */
        get: operations["brgameCosmeticsLego"];
    };
    "/api/brgame/cosmetics/lego/kits": {
        /** Every kit of bricks. */
        get: operations["brgameCosmeticsLegoKits"];
    };
    "/api/brgame/cosmetics/new": {
        /** The items that the last update of the game brought. */
        get: operations["brgameCosmeticsNew"];
    };
    "/api/brgame/cosmetics/tracks": {
        /** Every song that can be played. */
        get: operations["brgameCosmeticsTracks"];
    };
    "/api/brgame/creatorcode": {
        /** A creator code, and whom it supports. */
        get: operations["brgameCreatorcode"];
    };
    "/api/brgame/map": {
        /** The map of the island, and the places on it. */
        get: operations["brgameMap"];
    };
    "/api/brgame/news": {
        /** The news of all modes. */
        get: operations["brgameNews"];
    };
    "/api/brgame/news/br": {
        /** The news of the battle royale. */
        get: operations["brgameNewsBr"];
    };
    "/api/brgame/news/coop": {
        /** The news of the mode that is played together against the computer. */
        get: operations["brgameNewsCoop"];
    };
    "/api/brgame/playlists": {
        /** Every playlist that there is or was. */
        get: operations["brgamePlaylists"];
    };
    "/api/brgame/playlists/{playlist_id}": {
        /** A playlist. */
        get: operations["brgamePlaylistsByPlaylistId"];
    };
    "/api/brgame/shop": {
        /** The item shop of today. */
        get: operations["brgameShop"];
    };
    "/api/brgame/stats/br": {
        /** The statistics of a player who shows them. */
        get: operations["brgameStatsBr"];
    };
    "/api/cardgame/battlelog/{playerTag}": {
        /** The last battles of a player, the newest first; 30 to 40. */
        get: operations["cardgameBattlelogByPlayerTag"];
    };
    "/api/cardgame/cards": {
        /** Every card of the game. */
        get: operations["cardgameCards"];
    };
    "/api/cardgame/chests/{playerTag}": {
        /** The chests that a player will win next. */
        get: operations["cardgameChestsByPlayerTag"];
    };
    "/api/cardgame/clan/{clanTag}": {
        /** A clan with its members. */
        get: operations["cardgameClanByClanTag"];
    };
    "/api/cardgame/clansearch/{query}": {
        /** Clans that have some text in their names. */
        get: operations["cardgameClansearchByQuery"];
    };
    "/api/cardgame/members/{clanTag}": {
        /** The members of a clan. */
        get: operations["cardgameMembersByClanTag"];
    };
    "/api/cardgame/player/{playerTag}": {
        /** A player, with cards, badges and results. */
        get: operations["cardgamePlayerByPlayerTag"];
    };
    "/api/clips/categories": {
        /** Every game that there are clips of, with its category id. */
        get: operations["clipsCategories"];
    };
    "/api/clips/latest": {
        /** The newest clips: of one user, of one game, or of all. */
        get: operations["clipsLatest"];
    };
    "/api/clips/search": {
        /** The clips that some words or hashtags find. */
        get: operations["clipsSearch"];
    };
    "/api/clips/trending": {
        /** The clips that are watched most now, of all games or of one. */
        get: operations["clipsTrending"];
    };
    "/api/coderepo/commits": {
        /** The 30 newest commits of a repository’s default branch. */
        get: operations["coderepoCommits"];
    };
    "/api/coderepo/repo": {
        /** A public repository. */
        get: operations["coderepoRepo"];
    };
    "/api/coderepo/repos": {
        /** The public repositories of a user, by name; up to 1,000. */
        get: operations["coderepoRepos"];
    };
    "/api/coderepo/user": {
        /** A user, an organisation or a bot. */
        get: operations["coderepoUser"];
    };
    "/api/cubegame/avatar": {
        /** The face of a player as a PNG. */
        get: operations["cubegameAvatar"];
    };
    "/api/cubegame/full": {
        /** A player by name, with former names, skin and cape. */
        get: operations["cubegameFull"];
    };
    "/api/cubegame/render": {
        /** The head, the upper body or the whole figure of a player as a PNG. */
        get: operations["cubegameRender"];
    };
    "/api/cubegame/uuid": {
        /** The player who bears a name now. */
        get: operations["cubegameUuid"];
    };
    "/api/livestream/channel": {
        /** The channel of a broadcaster; null when there is none. */
        get: operations["livestreamChannel"];
    };
    "/api/livestream/channels/search": {
        /** Channels whose name or description holds some words, whether they are live or not. */
        get: operations["livestreamChannelsSearch"];
    };
    "/api/livestream/clips": {
        /** Clips of a channel, the most watched first. */
        get: operations["livestreamClips"];
    };
    "/api/livestream/followers": {
        /** How many follow a channel, and who, the newest first. The list is empty where the broadcaster restricts it, and without LIVESTREAM_USER_TOKEN of the operator. */
        get: operations["livestreamFollowers"];
    };
    "/api/livestream/game": {
        /** The game of a name, the game of an id, or both; at least one of the two must be given. */
        get: operations["livestreamGame"];
    };
    "/api/livestream/games/top": {
        /** The games that are watched now, the most watched first. */
        get: operations["livestreamGamesTop"];
    };
    "/api/livestream/stream": {
        /** The stream that a user is sending now; null when there is none. */
        get: operations["livestreamStream"];
    };
    "/api/livestream/streams/top": {
        /** The streams that are running now, the most watched first. */
        get: operations["livestreamStreamsTop"];
    };
    "/api/livestream/user": {
        /** A user by login; null when there is none. */
        get: operations["livestreamUser"];
    };
    "/api/livestream/user/id": {
        /** A user by id; null when there is none. */
        get: operations["livestreamUserId"];
    };
    "/api/livestream/videos": {
        /** Videos of a user, the newest first. */
        get: operations["livestreamVideos"];
    };
    "/api/microblog/post": {
        /** A post by its address. */
        get: operations["microblogPost"];
    };
    "/api/microblog/user": {
        /** A user by name. */
        get: operations["microblogUser"];
    };
    "/api/microblog/user/posts": {
        /** The 20 newest posts of a user, reposts among them; the newest first. */
        get: operations["microblogUserPosts"];
    };
    "/api/music/album": {
        /** An album with all its tracks and their play counts. */
        get: operations["musicAlbum"];
    };
    "/api/music/artist": {
        /** An artist, with followers, monthly listeners and the cities where most of them are. */
        get: operations["musicArtist"];
    };
    "/api/music/artist/discography": {
        /** Everything that an artist has released. */
        get: operations["musicArtistDiscography"];
    };
    "/api/music/artist/search": {
        /** The artist of a name, or the one that comes closest to it. */
        get: operations["musicArtistSearch"];
    };
    "/api/music/artist/top-tracks": {
        /** The ten tracks of an artist that are played most. */
        get: operations["musicArtistTopTracks"];
    };
    "/api/music/prerelease": {
        /** An album that is announced and not out, as far as it is known. */
        get: operations["musicPrerelease"];
    };
    "/api/music/search": {
        /** The song that a title and an artist mean, with its album and its artist. */
        get: operations["musicSearch"];
    };
    "/api/music/track": {
        /** A track, with its play count. */
        get: operations["musicTrack"];
    };
    "/api/news/everything": {
        /** Articles with words in them, of publications, or of their web sites. */
        get: operations["newsEverything"];
    };
    "/api/news/top-headlines": {
        /** The newest headlines of a country, a category, publications, or with words in them. */
        get: operations["newsTopHeadlines"];
    };
    "/api/photosocial/comments": {
        /** The comments on a post; without a session of the operator, no more of them than its page shows to everybody. */
        get: operations["photosocialComments"];
    };
    "/api/photosocial/highlights": {
        /** The stories that a user keeps, in groups with names; without a session of the operator, those that the page lists. */
        get: operations["photosocialHighlights"];
    };
    "/api/photosocial/post": {
        /** A post by its address, with the pictures in it. */
        get: operations["photosocialPost"];
    };
    "/api/photosocial/profile": {
        /** A user by name. */
        get: operations["photosocialProfile"];
    };
    "/api/photosocial/stories": {
        /** What a user shows for a day, the oldest first. */
        get: operations["photosocialStories"];
    };
    "/api/pinboard/board": {
        /** A board of a user, with its newest pins; 100 at the most. */
        get: operations["pinboardBoard"];
    };
    "/api/pinboard/download": {
        /** A picture as it was uploaded, else as it is at its address; 10 MB at the most. */
        get: operations["pinboardDownload"];
    };
    "/api/pinboard/search": {
        /** The pins that some words find. */
        get: operations["pinboardSearch"];
    };
    "/api/pinboard/similar": {
        /** The pins that look like a picture or a pin; where nobody can look, those that its words find. */
        get: operations["pinboardSimilar"];
    };
    "/api/pinboard/user": {
        /** The profile of a user. */
        get: operations["pinboardUser"];
    };
    "/api/pinboard/user/pins": {
        /** The newest pins of a user. */
        get: operations["pinboardUserPins"];
    };
    "/api/shortvideo/download": {
        /** The file of a video, as MP4; a range of it where one is asked for. */
        get: operations["shortvideoDownload"];
    };
    "/api/shortvideo/feed": {
        /** The videos that everybody is shown, a part at a time. */
        get: operations["shortvideoFeed"];
    };
    "/api/shortvideo/user": {
        /** A user by name, with the counts of followers, likes and videos. */
        get: operations["shortvideoUser"];
    };
    "/api/shortvideo/video": {
        /** A video by the address of its page, with its counts, its author and a link to play it. */
        get: operations["shortvideoVideo"];
    };
    "/api/songid/identify": {
        /** The song in a file on the server, where the operator has opened a folder for that. */
        get: operations["songidIdentify"];
        /** The song in a recording, from its sound. */
        post: operations["songidIdentifyUpload"];
    };
    "/api/sports/basketball/mens-college-basketball/teams": {
        /** Every team of a league. */
        get: operations["sportsBasketballMensCollegeBasketballTeams"];
    };
    "/api/sports/basketball/pro-men/scoreboard": {
        /** The games of a league with their scores, now or on a day. */
        get: operations["sportsBasketballProMenScoreboard"];
    };
    "/api/sports/basketball/pro-men/teams": {
        /** Every team of a league. */
        get: operations["sportsBasketballProMenTeams"];
    };
    "/api/sports/basketball/pro-women/scoreboard": {
        /** The games of a league with their scores, now or on a day. */
        get: operations["sportsBasketballProWomenScoreboard"];
    };
    "/api/sports/basketball/womens-college-basketball/scoreboard": {
        /** The games of a league with their scores, now or on a day. */
        get: operations["sportsBasketballWomensCollegeBasketballScoreboard"];
    };
    "/api/sports/football/pro/scoreboard": {
        /** The games of a league with their scores, now or on a day. */
        get: operations["sportsFootballProScoreboard"];
    };
    "/api/sports/hockey/pro/scoreboard": {
        /** The games of a league with their scores, now or on a day. */
        get: operations["sportsHockeyProScoreboard"];
    };
    "/api/sports/mma/pro/scoreboard": {
        /** Cards of professional mixed martial arts with their bouts and results, now or on a day. */
        get: operations["sportsMmaProScoreboard"];
    };
    "/api/sports/soccer": {
        /** The matches of a soccer league, or of every league, with their scores, now or on a day. */
        get: operations["sportsSoccer"];
    };
    "/api/titledb/id": {
        /** The film, series or episode with an id. */
        get: operations["titledbId"];
    };
    "/api/titledb/search": {
        /** Titles that have some words in their names, ten on a page. */
        get: operations["titledbSearch"];
    };
    "/api/titledb/season": {
        /** The episodes of one season of a series, told by its name or by its id. */
        get: operations["titledbSeason"];
    };
    "/api/titledb/title": {
        /** The film, series or episode that fits a name best. */
        get: operations["titledbTitle"];
    };
    "/api/videosite/all": {
        /** A channel with its uploads, the newest first, and its playlists. */
        get: operations["videositeAll"];
    };
    "/api/videosite/channel": {
        /** A channel, by its id or by a name. */
        get: operations["videositeChannel"];
    };
    "/api/videosite/comments": {
        /** The comments on a video that answer no other, the newest first; none where they are turned off. */
        get: operations["videositeComments"];
    };
    "/api/videosite/playlist/items": {
        /** What is in a playlist, in its order. */
        get: operations["videositePlaylistItems"];
    };
    "/api/videosite/playlists": {
        /** The public playlists of a channel. */
        get: operations["videositePlaylists"];
    };
    "/api/videosite/search": {
        /** Videos, playlists and channels that are found by some words. */
        get: operations["videositeSearch"];
    };
    "/api/videosite/video": {
        /** A video, by its id. */
        get: operations["videositeVideo"];
    };
    "/api/weather/current": {
        /** The weather in a city now. */
        get: operations["weatherCurrent"];
    };
    "/api/weather/forecast": {
        /** The weather in a city for up to five days, at intervals of three hours. */
        get: operations["weatherForecast"];
    };
    "/api/lookup": {
        /**
         * The object of any group whose page has an address.
         * @description An addition to the documented routes. It costs one lookup and needs the permission of the group of the page; nothing is requested to read the address.
         */
        get: operations["lookup"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A failure inside a route. */
        Failure: {
            /** @description What was wrong, in one sentence. */
            error: string;
        };
        /** @description A refusal before a route runs. */
        Refusal: {
            /** @enum {boolean} */
            success: false;
            error: {
                /** @description The status. */
                code: number;
                message: string;
                /** @description What was wrong, in one sentence. */
                details: string;
            };
        };
        /** @description How a battle went. What there is of it depends on the mode. */
        ArenagameBattle: {
            /** @description The mode, such as gemGrab or ball. */
            mode: string;
            /** @description What it was fought for: ranked for trophies, soloRanked, friendly, challenge. */
            type: string | null;
            /** @description victory, defeat or draw; null where places are told instead. */
            result: string | null;
            /** @description Seconds that it lasted. */
            duration: number | null;
            /** @description Trophies won or lost; null where none were at stake. */
            trophyChange: number | null;
            /** @description The best player, where one is chosen. */
            starPlayer: components["schemas"]["ArenagameStarPlayer"] | null;
            /** @description The teams and their players; empty where nobody has a team. */
            teams: components["schemas"]["ArenagameParticipant"][][];
            /** @description The players, where nobody has a team. */
            players?: components["schemas"]["ArenagameParticipant"][];
            /** @description The place that was reached, where places are told, 1 being the best. */
            rank?: number;
            /** @description How hard it was, against the game itself. */
            level?: components["schemas"]["ArenagameLevel"];
        };
        /** @description A fighter in a battle. */
        ArenagameBattleFighter: {
            /** @description Number of the fighter. */
            id: number;
            /** @description Name in English, in capitals. */
            name: string;
            /** @description Power level. */
            power: number;
            /** @description Trophies that its player had with it. */
            trophies: number;
        };
        /** @description A fighter in a battle. */
        ArenagameBattlelogByTagBattleFighter: {
            /** @description Number of the fighter. */
            id: number;
            /** @description Name in English, in capitals. */
            name: string;
            /** @description Power level. */
            power: number;
            /** @description Trophies that its player had with it. */
            trophies: number;
            /** @description Trophies won or lost with it, in duels. */
            trophyChange?: number;
        };
        ArenagameBattlelogByTagResponse: {
            items: components["schemas"]["ArenagameLogEntry"][];
        };
        /** @description Which parts of a fighter a player has improved. */
        ArenagameBuffies: {
            /** @description Whether the gadgets are. */
            gadget: boolean;
            /** @description Whether the star powers are. */
            starPower: boolean;
            /** @description Whether the hypercharge is. */
            hyperCharge: boolean;
        };
        /** @description A club with its members. */
        ArenagameClub: {
            /** @description Tag of the club, with its #. */
            tag: string;
            /** @description Name. */
            name: string;
            /** @description What it says of itself. */
            description: string;
            /** @description Who may join: open, inviteOnly or closed. */
            type: string;
            /** @description Number of its badge. */
            badgeId: number;
            /** @description Trophies that one needs to join. */
            requiredTrophies: number;
            /** @description Trophies of all members together. */
            trophies: number;
            /** @description Whether it asks for language fit for all ages. */
            isFamilyFriendly: boolean | null;
            /** @description Its members, 30 at most. */
            members: components["schemas"]["ArenagameMember"][];
        };
        ArenagameClubMembersResponse: {
            items: components["schemas"]["ArenagameMember"][];
        };
        /** @description A mode on a map. */
        ArenagameEvent: {
            /** @description Number of the event; 0 for maps that players made. */
            id: number;
            /** @description Name of the map in English. */
            map: string | null;
            /** @description The mode, such as gemGrab or ball. */
            mode: string | null;
            /** @description Number of the mode. */
            modeId: number | null;
        };
        /** @description A fighter of the game, with everything that it can be equipped with. */
        ArenagameFighter: {
            /** @description Number of the fighter: 16000000 plus an index. */
            id: number;
            /** @description Name in English, in capitals. */
            name: string;
            /** @description Star powers. */
            starPowers: components["schemas"]["ArenagameItem"][];
            /** @description Gadgets. */
            gadgets: components["schemas"]["ArenagameItem"][];
            /** @description Hypercharges. */
            hyperCharges: components["schemas"]["ArenagameItem"][];
            /** @description Gears. */
            gears: components["schemas"]["ArenagameGear"][];
        };
        ArenagameFightersResponse: {
            items: components["schemas"]["ArenagameFighter"][];
        };
        /** @description A gear that strengthens a fighter. */
        ArenagameGear: {
            /** @description Number of the gear. */
            id: number;
            /** @description Name in English. */
            name: string;
            /** @description Level of the gear. */
            level: number | null;
        };
        /** @description A picture that a player chose. */
        ArenagameIcon: {
            /** @description Number of the picture. */
            id: number;
        };
        /** @description A thing of the game with a number and a name: a gadget, a star power, a skin. */
        ArenagameItem: {
            /** @description Number of the thing. */
            id: number;
            /** @description Name in English. */
            name: string;
        };
        /** @description How hard a battle against the game itself was. */
        ArenagameLevel: {
            /** @description Number of the level. */
            id: number;
            /** @description Name of the level. */
            name: string | null;
        };
        /** @description A battle of a player. */
        ArenagameLogEntry: {
            /** @description When it was, as YYYYMMDDThhmmss.000Z. */
            battleTime: string;
            /** @description Mode and map. */
            event: components["schemas"]["ArenagameEvent"];
            /** @description How it went. */
            battle: components["schemas"]["ArenagameBattle"];
        };
        /** @description A member of a club. */
        ArenagameMember: {
            /** @description Tag of the player, with its #. */
            tag: string;
            /** @description Name; may hold any character. */
            name: string;
            /** @description Colour of the name, such as 0xffa8e132. */
            nameColor: string;
            /** @description The picture that they chose. */
            icon: components["schemas"]["ArenagameIcon"];
            /** @description Trophies now. */
            trophies: number;
            /**
             * @description What they are in the club.
             * @enum {string}
             */
            role: "president" | "vicePresident" | "senior" | "member";
        };
        /** @description The club that a player belongs to; without a name when they belong to none. */
        ArenagameMembership: {
            /** @description Name of the club. */
            name: string | null;
        };
        /** @description Someone in a battle. */
        ArenagameParticipant: {
            /** @description Tag of the player, with its #. */
            tag: string | null;
            /** @description Name. */
            name: string;
            /** @description The fighter that they played; null in duels. */
            fighter?: components["schemas"]["ArenagameBattleFighter"];
            /** @description The fighters that they played one after the other, in duels. */
            fighters?: components["schemas"]["ArenagameBattlelogByTagBattleFighter"][];
        };
        /** @description A player and their fighters. */
        ArenagamePlayer: {
            /** @description Tag of the player, with its #. */
            tag: string;
            /** @description Name; may hold any character. */
            name: string;
            /** @description Colour of the name, such as 0xffa8e132. */
            nameColor: string;
            /** @description The picture that they chose. */
            icon: components["schemas"]["ArenagameIcon"];
            /** @description Trophies now. */
            trophies: number;
            /** @description Most trophies that they ever had. */
            highestTrophies: number;
            /** @description Experience level. */
            expLevel: number;
            /** @description Experience points. */
            expPoints: number;
            /** @description Prestige levels of all their fighters together. */
            totalPrestigeLevel: number;
            /** @description Victories of teams of three. */
            "3vs3Victories": number;
            /** @description Victories alone. */
            soloVictories: number;
            /** @description Victories of two. */
            duoVictories: number;
            /** @description How far they came against the robots: a number of the game, 0 for never. */
            bestRoboRumbleTime: number;
            /** @description Seconds that they lasted as the big fighter; 0 for never. */
            bestTimeAsBigFighter: number;
            /** @description The club that they belong to. */
            club: components["schemas"]["ArenagameMembership"];
            /** @description The fighters that they have. */
            fighters: components["schemas"]["ArenagamePlayerFighter"][];
        };
        /** @description A fighter that a player has, with what they have unlocked for it. */
        ArenagamePlayerFighter: {
            /** @description Number of the fighter: 16000000 plus an index. */
            id: number;
            /** @description Name in English, in capitals. */
            name: string;
            /** @description Star powers. */
            starPowers: components["schemas"]["ArenagameItem"][];
            /** @description Gadgets. */
            gadgets: components["schemas"]["ArenagameItem"][];
            /** @description Hypercharges. */
            hyperCharges: components["schemas"]["ArenagameItem"][];
            /** @description Gears. */
            gears: components["schemas"]["ArenagameGear"][];
            /** @description Power level. */
            power: number;
            /** @description Rank that the fighter has reached. */
            rank: number | null;
            /** @description Trophies with this fighter now. */
            trophies: number;
            /** @description Most trophies that the player ever had with it. */
            highestTrophies: number | null;
            /** @description Prestige level. */
            prestigeLevel: number | null;
            /** @description Victories in a row up to now. */
            currentWinStreak: number | null;
            /** @description Most victories in a row. */
            maxWinStreak: number | null;
            /** @description The look that it wears. */
            skin: components["schemas"]["ArenagameItem"] | null;
            /** @description Its improved parts. */
            buffies: components["schemas"]["ArenagameBuffies"] | null;
        };
        /** @description A place in a ranking of clubs. */
        ArenagameRankedClub: {
            /** @description Tag of the club, with its #. */
            tag: string;
            /** @description Name of the club. */
            name: string;
            /** @description Number of its badge. */
            badgeId: number;
            /** @description Trophies of all members together. */
            trophies: number;
            /** @description Number of members. */
            memberCount: number;
            /** @description The place, 1 being the best. */
            rank: number;
        };
        /** @description A place in a ranking of players. */
        ArenagameRankedPlayer: {
            /** @description Tag of the player, with its #. */
            tag: string;
            /** @description Name; may hold any character. */
            name: string;
            /** @description Colour of the name, such as 0xffa8e132. */
            nameColor: string;
            /** @description The picture that they chose. */
            icon: components["schemas"]["ArenagameIcon"];
            /** @description Trophies now. */
            trophies: number;
            /** @description The place, 1 being the best. */
            rank: number;
            /** @description The club that they belong to. */
            club: components["schemas"]["ArenagameMembership"];
        };
        ArenagameRankingsGlobalClubsResponse: {
            items: components["schemas"]["ArenagameRankedClub"][];
        };
        ArenagameRankingsGlobalFightersByFighterIdResponse: {
            items: components["schemas"]["ArenagameRankedPlayer"][];
        };
        ArenagameRankingsGlobalPlayersResponse: {
            items: components["schemas"]["ArenagameRankedPlayer"][];
        };
        /** @description An event of the rotation, while it is played. */
        ArenagameSlot: {
            /** @description When it began, as YYYYMMDDThhmmss.000Z. */
            startTime: string;
            /** @description When it ends, in the same form. */
            endTime: string;
            /** @description Number of its place in the rotation. */
            slotId: number | null;
            /** @description What is played. */
            event: components["schemas"]["ArenagameEvent"];
        };
        /** @description The best player of a battle. */
        ArenagameStarPlayer: {
            /** @description Tag of the player, with its #. */
            tag: string;
            /** @description Name. */
            name: string;
            /** @description The fighter that they played. */
            fighter: components["schemas"]["ArenagameBattleFighter"];
        };
        /** @description Something that an avatar wears. */
        BlockgameAsset: {
            /** @description Id of the asset. */
            id: number;
            /** @description Name of the asset. */
            name: string;
            /** @description Id of its present version. */
            currentVersionId: number;
            /** @description What kind of asset it is. */
            assetType: components["schemas"]["BlockgameAssetType"];
        };
        /** @description A kind of assets, such as hats or shirts. */
        BlockgameAssetType: {
            /** @description Number of the kind. */
            id: number;
            /** @description Name of the kind. */
            name: string;
        };
        /** @description What an avatar is made of. */
        BlockgameAvatar: {
            /**
             * @description How many parts the body has.
             * @enum {string}
             */
            playerAvatarType: "R6" | "R15";
            /** @description Proportions of the body. */
            scales: components["schemas"]["BlockgameScales"];
            /** @description Colours of the body. */
            bodyColors: components["schemas"]["BlockgameBodyColors"];
            /** @description What it wears. */
            assets: components["schemas"]["BlockgameAsset"][];
            /** @description Whether it has a shirt only because it must have one. */
            defaultShirtApplied: boolean;
            /** @description Whether it has trousers only because it must have some. */
            defaultPantsApplied: boolean;
            /** @description Gestures that are at hand. */
            emotes: components["schemas"]["BlockgameEmote"][];
        };
        /** @description A picture of an avatar. */
        BlockgameAvatarThumbnail: {
            /** @description Address of the picture. */
            imageUrl: string;
        };
        /** @description The game that awards a badge, as far as it is known. */
        BlockgameAwardingUniverse: {
            /** @description Id of the game. */
            id: number | null;
            /** @description Name of the game. */
            name: string | null;
            /** @description Id of the place where it begins. */
            rootPlaceId: number | null;
        };
        /** @description A badge that a player earned. */
        BlockgameBadge: {
            /** @description Id of the badge. */
            id: number;
            /** @description Its name. */
            name: string;
            /** @description What it is earned for. */
            description: string;
            /** @description Address of its icon; null when there is none to be shown. */
            displayIconImageUrl: string | null;
            /** @description Whether it can still be earned. */
            enabled: boolean;
            /** @description How often it is earned. */
            statistics: components["schemas"]["BlockgameBadgeStatistics"];
            /** @description The game that awards it. */
            awardingUniverse: components["schemas"]["BlockgameAwardingUniverse"];
        };
        /** @description How often a badge is earned. */
        BlockgameBadgeStatistics: {
            /** @description How often in the past day. */
            pastDayAwardedCount: number;
            /** @description How often in all. */
            awardedCount: number;
            /** @description The share of the day’s players who earned it, from 0 to 1. */
            winRatePercentage: number;
        };
        BlockgameBadgesResponse: {
            badges: components["schemas"]["BlockgameBadge"][];
        };
        /** @description The colours of a body, as numbers of the game’s palette. */
        BlockgameBodyColors: {
            /** @description Colour of the head. */
            headColorId: number;
            /** @description Colour of the torso. */
            torsoColorId: number;
            /** @description Colour of the right arm. */
            rightArmColorId: number;
            /** @description Colour of the left arm. */
            leftArmColorId: number;
            /** @description Colour of the right leg. */
            rightLegColorId: number;
            /** @description Colour of the left leg. */
            leftLegColorId: number;
        };
        /** @description A gesture that an avatar can make. */
        BlockgameEmote: {
            /** @description Id of its asset. */
            assetId: number;
            /** @description Name of its asset. */
            assetName: string;
            /** @description Place on the wheel of emotes. */
            position: number | null;
        };
        /** @description The friends of a player. */
        BlockgameFriends: {
            /** @description Number of all friends, however many are listed. */
            count: number;
            /** @description The friends. */
            friends: components["schemas"]["BlockgamePlayerRef"][];
        };
        /** @description A game that a player has made. */
        BlockgameGame: {
            /** @description Id of the game. */
            id: number;
            /** @description Its name. */
            name: string;
            /** @description What it is about; may be empty. */
            description: string;
            /** @description Id of the place where it begins. */
            rootPlaceId: number | null;
            /** @description When it was made, in ISO 8601. */
            created: string;
            /** @description When it last changed, in ISO 8601. */
            updated: string;
            /** @description Whether everybody may play it; only such games are listed. */
            isPublic: boolean;
            /** @description The most players in one server. */
            maxPlayers: number;
            /** @description Its genre. */
            genre: string;
            /** @description What is counted of it. */
            stats: components["schemas"]["BlockgameGameStats"];
        };
        /** @description What is counted of a game. */
        BlockgameGameStats: {
            /** @description Visits since it was made. */
            totalVisits: number;
            /** @description Players in it now. */
            playing: number;
            /** @description Players who marked it. */
            favoritedCount: number;
        };
        /** @description The games that a player has made. */
        BlockgameGames: {
            /** @description How many are listed. */
            count: number;
            /** @description The games, the newest first. */
            games: components["schemas"]["BlockgameGame"][];
        };
        BlockgameGroupsResponse: {
            groups: components["schemas"]["BlockgameMembership"][];
        };
        /** @description What the market-data source found when it last looked at a player. */
        BlockgameMarketData: {
            /** @description Whether it knows the player: always. */
            success: boolean;
            /** @description Id of the player. */
            playerId: number;
            /** @description Whether the player was online. */
            isOnline: boolean;
            /** @description Where the player was. */
            lastLocation: string | null;
            /** @description When the player was last seen online, in ISO 8601. */
            lastOnline: string | null;
            /** @description Whether the player pays for a membership. */
            premium: boolean;
            /** @description Whether the player is known to the market-data source by an account there. */
            playerVerified: boolean;
            /** @description Whether the player was banned. */
            playerTerminated: boolean;
            /** @description Whether the player hides the inventory. */
            playerPrivacyEnabled: boolean;
            /** @description The collectibles that the player owns. */
            playerAssets: {
                [key: string]: number[];
            };
        };
        /** @description A group that a player is in, and as what. */
        BlockgameMembership: {
            /** @description Id of the group. */
            id: number;
            /** @description Name of the group. */
            name: string;
            /** @description What it says of itself. */
            description: string | null;
            /** @description Number of its members. */
            memberCount: number;
            /** @description Whether it is verified. */
            hasVerifiedBadge: boolean;
            /** @description Name of the role that the player has in it. */
            role: string;
            /** @description Rank of that role, from 0 to 255. */
            rank: number;
        };
        /** @description An outfit that a player has put together. */
        BlockgameOutfit: {
            /** @description Id of the outfit. */
            id: number;
            /** @description Its name. */
            name: string;
            /** @description Whether the player can change it. */
            isEditable: boolean;
            /** @description Its kind, such as Avatar. */
            outfitType: string | null;
        };
        BlockgameOutfitsResponse: {
            outfits: components["schemas"]["BlockgameOutfit"][];
        };
        /** @description A player: profile, presence, counts, and what the collectibles are worth. */
        BlockgamePlayer: {
            /** @description Id of the player. */
            id: number;
            /** @description Name; empty for an account that is gone. */
            name: string;
            /** @description Name to be shown. */
            displayName: string;
            /** @description Whether the player is verified. */
            hasVerifiedBadge: boolean;
            /** @description What they say of themselves; may be empty. */
            description: string;
            /** @description When the account was made, in ISO 8601. */
            created: string;
            /** @description Address of a picture of the avatar, 720 pixels wide and high; empty when there is none. */
            avatar: string;
            /** @description What the player is doing now; null when its source fails. */
            presence: ("Offline" | "Online" | "In Game" | "In Studio") | null;
            /** @description Number of friends; null when its source fails. */
            friends: number | null;
            /** @description Number of followers; null when its source fails. */
            followers: number | null;
            /** @description Number of players followed; null when its source fails. */
            following: number | null;
            /** @description Number of collectible items, of as many as were looked at; null when that failed. */
            items?: number;
            /** @description Sum of the recent average prices of these; the market-data source’s own when that is zero. */
            rap?: number;
            /** @description What the inventory is worth, as the market-data source estimates it; null when unknown. */
            value?: number;
        };
        /** @description A player in short. */
        BlockgamePlayerRef: {
            /** @description Id of the player. */
            id: number;
            /** @description Name; empty for an account that is gone. */
            name: string;
            /** @description Name to be shown. */
            displayName: string;
            /** @description Whether the player is verified. */
            hasVerifiedBadge: boolean;
        };
        /** @description The proportions of a body; most are between 0 and 1. */
        BlockgameScales: {
            /** @description Height. */
            height: number;
            /** @description Width. */
            width: number;
            /** @description Size of the head. */
            head: number;
            /** @description Depth. */
            depth: number;
            /** @description How slender the body is. */
            proportion: number;
            /** @description How far the body is from a block. */
            bodyType: number;
        };
        /** @description The names that a player had before. */
        BlockgameUsernameHistory: {
            /** @description Id of the player. */
            userId: number;
            /** @description The present name. */
            username: string;
            /** @description Former names, in the order asked. */
            history: string[];
            /** @description How many are listed. */
            count: number;
        };
        /** @description The account of a player. */
        BrgameAccount: {
            /** @description Its id. */
            id: string;
            /** @description Name that the player shows. */
            name: string;
        };
        /** @description What the last update of the game brought. */
        BrgameAdditions: {
            /** @description When this was found out, in ISO 8601. */
            date: string;
            /** @description The version of the game. */
            build: string;
            /** @description The version before. */
            previousBuild: string;
            /** @description Hashes, to tell changes by. */
            hashes: components["schemas"]["BrgamePerKind"];
            /** @description When something was last added, in ISO 8601. */
            lastAdditions: components["schemas"]["BrgamePerKind"];
            /** @description The new items. */
            items: components["schemas"]["BrgameCatalogue"];
        };
        /** @description The key to one file. */
        BrgameAesKey: {
            /** @description Name of the file. */
            pakFilename: string;
            /** @description Id of the file. */
            pakGuid: string;
            /** @description The key. */
            key: string;
        };
        /** @description The keys that the files of the game are encrypted with. */
        BrgameAesKeys: {
            /** @description The version of the game. */
            build: string;
            /** @description The key to most files; null until it is known. */
            mainKey: string | null;
            /** @description Keys to single files. */
            dynamicKeys: components["schemas"]["BrgameAesKey"][];
            /** @description When they last changed, in ISO 8601. */
            updated: string;
        };
        BrgameAesResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameAesKeys"];
        };
        /** @description A picture that players can put on their banners. */
        BrgameBanner: {
            /** @description Its id. */
            id: string;
            /** @description Its name among its makers. */
            devName: string | null;
            /** @description Its name. */
            name: string | null;
            /** @description What it is. */
            description: string | null;
            /** @description What it is listed under. */
            category: string | null;
            /** @description Whether it can be used everywhere in the game. */
            fullUsageRights: boolean | null;
            /** @description Its pictures. */
            images: components["schemas"]["BrgameBannerImages"];
        };
        /** @description A colour that banners can have. */
        BrgameBannerColor: {
            /** @description Its id. */
            id: string;
            /** @description The colour in hexadecimal digits. */
            color: string;
            /** @description What it is listed under. */
            category: string;
            /** @description Where it is listed there. */
            subCategoryGroup: number;
        };
        /** @description Pictures of a banner. */
        BrgameBannerImages: {
            /** @description Address of the small one. */
            smallIcon: string | null;
            /** @description Address of the usual one. */
            icon: string | null;
        };
        BrgameBannersColorsResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameBannerColor"][];
        };
        BrgameBannersResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameBanner"][];
        };
        /** @description How far a player is in the battle pass of the season. */
        BrgameBattlePass: {
            /** @description The level. */
            level: number;
            /** @description The way to the next level, in percent; null where the upstream does not tell it. */
            progress: number | null;
        };
        /** @description A cosmetic in the form of a bean. */
        BrgameBean: {
            /** @description Its id. */
            id: string;
            /** @description Its pictures. */
            images: components["schemas"]["BrgamePictures"];
            /** @description When it was added, in ISO 8601. */
            added: string;
            /** @description Id of the cosmetic that it is a form of. */
            cosmeticId: string | null;
            /** @description Its name. */
            name: string;
            /** @description Its gender, as the game names it. */
            gender: string | null;
        };
        /** @description A car, or what it is dressed with: body, skin, wheel, drift trail, booster. */
        BrgameCar: {
            /** @description Its id. */
            id: string;
            /** @description Its pictures. */
            images: components["schemas"]["BrgamePictures"];
            /** @description When it was added, in ISO 8601. */
            added: string;
            /** @description Its name. */
            name: string;
            /** @description The series it belongs to. */
            series: components["schemas"]["BrgameSeries"] | null;
            /** @description What it is, in a sentence. */
            description: string;
            /** @description Its type, such as a guitar or a wheel. */
            type: components["schemas"]["BrgameWording"];
            /** @description How rare it is. */
            rarity: components["schemas"]["BrgameWording"];
            /** @description Id of a video that shows it. */
            showcaseVideo: string | null;
            /** @description Id of the part in the garage. */
            vehicleId: string | null;
        };
        /** @description Items by kind. */
        BrgameCatalogue: {
            /** @description Cosmetics of the battle royale. */
            br: components["schemas"]["BrgameCosmetic"][];
            /** @description Songs. */
            tracks: components["schemas"]["BrgameTrack"][];
            /** @description Instruments. */
            instruments: components["schemas"]["BrgameInstrument"][];
            /** @description Parts of cars. */
            cars: components["schemas"]["BrgameCar"][];
            /** @description Cosmetics in the form of bricks. */
            lego: components["schemas"]["BrgameLego"][];
            /** @description Kits of bricks. */
            legoKits: components["schemas"]["BrgameLegoKit"][];
            /** @description Cosmetics in the form of beans. */
            beans: components["schemas"]["BrgameBean"][];
        };
        /** @description A cosmetic of the battle royale. */
        BrgameCosmetic: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description What it is, in a sentence. */
            description: string;
            /** @description Its type, such as an outfit. */
            type: components["schemas"]["BrgameWording"];
            /** @description How rare it is. */
            rarity: components["schemas"]["BrgameWording"];
            /** @description Its pictures. */
            images: components["schemas"]["BrgameIcons"];
            /** @description When it was added, in ISO 8601. */
            added: string;
        };
        /** @description A cosmetic of the battle royale, with its history. */
        BrgameCosmeticDetail: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description What it is, in a sentence. */
            description: string;
            /** @description Its type, such as an outfit. */
            type: components["schemas"]["BrgameWording"];
            /** @description How rare it is. */
            rarity: components["schemas"]["BrgameWording"];
            /** @description Its pictures. */
            images: components["schemas"]["BrgameIcons"];
            /** @description When it was added, in ISO 8601. */
            added: string;
            /** @description The days on which it was in the shop, in ISO 8601; the first one first. */
            shopHistory: string[];
        };
        /** @description A cosmetic in the form of a bean. */
        BrgameCosmeticsBeansBean: {
            /** @description Its id. */
            id: string;
            /** @description Its pictures. */
            images: components["schemas"]["BrgamePictures"];
            /** @description When it was added, in ISO 8601. */
            added: string;
            /** @description Id of the cosmetic that it is a form of. */
            cosmeticId: string | null;
            /** @description Its name. */
            name: string;
            /** @description Its gender, as the game names it. */
            gender: string | null;
            /** @description Its tags in the game; null in lists of several kinds, and in the shop. */
            gameplayTags: string[] | null;
            /** @description Its path in the game's files; null in lists of several kinds, and in the shop. */
            path: string | null;
        };
        BrgameCosmeticsBeansResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameCosmeticsBeansBean"][];
        };
        BrgameCosmeticsBrByCosmeticIdResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameCosmeticDetail"];
        };
        BrgameCosmeticsBrResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameCosmetic"][];
        };
        BrgameCosmeticsBrSearchAllResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameCosmetic"][];
        };
        BrgameCosmeticsBrSearchIdsResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameCosmetic"][];
        };
        BrgameCosmeticsBrSearchResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameCosmetic"];
        };
        /** @description A car, or what it is dressed with: body, skin, wheel, drift trail, booster. */
        BrgameCosmeticsCarsCar: {
            /** @description Its id. */
            id: string;
            /** @description Its pictures. */
            images: components["schemas"]["BrgamePictures"];
            /** @description When it was added, in ISO 8601. */
            added: string;
            /** @description Its name. */
            name: string;
            /** @description The series it belongs to. */
            series: components["schemas"]["BrgameSeries"] | null;
            /** @description What it is, in a sentence. */
            description: string;
            /** @description Its type, such as a guitar or a wheel. */
            type: components["schemas"]["BrgameWording"];
            /** @description How rare it is. */
            rarity: components["schemas"]["BrgameWording"];
            /** @description Id of a video that shows it. */
            showcaseVideo: string | null;
            /** @description Id of the part in the garage. */
            vehicleId: string | null;
            /** @description Its tags in the game; null in lists of several kinds, and in the shop. */
            gameplayTags: string[] | null;
            /** @description Its path in the game's files; null in lists of several kinds, and in the shop. */
            path: string | null;
            /** @description The days on which it was in the shop, in ISO 8601; null in lists of several kinds, and in the shop. */
            shopHistory: string[] | null;
        };
        BrgameCosmeticsCarsResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameCosmeticsCarsCar"][];
        };
        /** @description An instrument. */
        BrgameCosmeticsInstrumentsInstrument: {
            /** @description Its id. */
            id: string;
            /** @description Its pictures. */
            images: components["schemas"]["BrgamePictures"];
            /** @description When it was added, in ISO 8601. */
            added: string;
            /** @description Its name. */
            name: string;
            /** @description The series it belongs to. */
            series: components["schemas"]["BrgameSeries"] | null;
            /** @description What it is, in a sentence. */
            description: string;
            /** @description Its type, such as a guitar or a wheel. */
            type: components["schemas"]["BrgameWording"];
            /** @description How rare it is. */
            rarity: components["schemas"]["BrgameWording"];
            /** @description Id of a video that shows it. */
            showcaseVideo: string | null;
            /** @description Its tags in the game; null in lists of several kinds, and in the shop. */
            gameplayTags: string[] | null;
            /** @description Its path in the game's files; null in lists of several kinds, and in the shop. */
            path: string | null;
            /** @description The days on which it was in the shop, in ISO 8601; null in lists of several kinds, and in the shop. */
            shopHistory: string[] | null;
        };
        BrgameCosmeticsInstrumentsResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameCosmeticsInstrumentsInstrument"][];
        };
        /** @description A kit of bricks. */
        BrgameCosmeticsLegoKitsLegoKit: {
            /** @description Its id. */
            id: string;
            /** @description Its pictures. */
            images: components["schemas"]["BrgamePictures"];
            /** @description When it was added, in ISO 8601. */
            added: string;
            /** @description The series it belongs to. */
            series: components["schemas"]["BrgameSeries"] | null;
            /** @description Its name. */
            name: string;
            /** @description Its type. */
            type: components["schemas"]["BrgameWording"] | null;
            /** @description Its tags in the game; null in lists of several kinds, and in the shop. */
            gameplayTags: string[] | null;
            /** @description Its path in the game's files; null in lists of several kinds, and in the shop. */
            path: string | null;
            /** @description The days on which it was in the shop, in ISO 8601; null in lists of several kinds, and in the shop. */
            shopHistory: string[] | null;
        };
        BrgameCosmeticsLegoKitsResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameCosmeticsLegoKitsLegoKit"][];
        };
        /** @description A cosmetic in the form of bricks. */
        BrgameCosmeticsLegoLego: {
            /** @description Its id. */
            id: string;
            /** @description Its pictures. */
            images: components["schemas"]["BrgamePictures"];
            /** @description When it was added, in ISO 8601. */
            added: string;
            /** @description Id of the cosmetic that it is a form of. */
            cosmeticId: string | null;
            /** @description What it sounds like. */
            soundLibraryTags: string[];
            /** @description Its path in the game's files; null in lists of several kinds, and in the shop. */
            path: string | null;
        };
        BrgameCosmeticsLegoResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameCosmeticsLegoLego"][];
        };
        BrgameCosmeticsNewResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameAdditions"];
        };
        BrgameCosmeticsResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameCatalogue"];
        };
        BrgameCosmeticsTracksResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameTrack"][];
        };
        /** @description A code by which players support a creator. */
        BrgameCreatorCode: {
            /** @description The code. */
            code: string;
            /** @description Whom it supports. */
            account: components["schemas"]["BrgameAccount"];
            /** @description ACTIVE when it can be used. */
            status: string;
            /** @description Whether the creator is verified. */
            verified: boolean;
        };
        BrgameCreatorcodeResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameCreatorCode"];
        };
        /** @description How hard a song is on each instrument; the higher, the harder. */
        BrgameDifficulty: {
            /** @description To sing. */
            vocals: number;
            /** @description On the guitar. */
            guitar: number;
            /** @description On the bass. */
            bass: number;
            /** @description On the bass of a console. */
            plasticBass: number;
            /** @description On the drums. */
            drums: number;
            /** @description On the drums of a console. */
            plasticDrums: number;
        };
        /** @description Pictures of a cosmetic. */
        BrgameIcons: {
            /** @description Address of the small one. */
            smallIcon: string | null;
            /** @description Address of the usual one. */
            icon: string | null;
            /** @description Address of the one in the shop. */
            featured: string | null;
        };
        /** @description What was achieved with one kind of input, or with all; null for what was never played. */
        BrgameInputStats: {
            /** @description In all modes. */
            overall: components["schemas"]["BrgameOverallStats"] | null;
            /** @description Alone. */
            solo: components["schemas"]["BrgameModeStats"] | null;
            /** @description In teams of two. */
            duo: components["schemas"]["BrgameModeStats"] | null;
            /** @description In teams of four. */
            squad: components["schemas"]["BrgameModeStats"] | null;
        };
        /** @description An instrument. */
        BrgameInstrument: {
            /** @description Its id. */
            id: string;
            /** @description Its pictures. */
            images: components["schemas"]["BrgamePictures"];
            /** @description When it was added, in ISO 8601. */
            added: string;
            /** @description Its name. */
            name: string;
            /** @description The series it belongs to. */
            series: components["schemas"]["BrgameSeries"] | null;
            /** @description What it is, in a sentence. */
            description: string;
            /** @description Its type, such as a guitar or a wheel. */
            type: components["schemas"]["BrgameWording"];
            /** @description How rare it is. */
            rarity: components["schemas"]["BrgameWording"];
            /** @description Id of a video that shows it. */
            showcaseVideo: string | null;
        };
        /** @description A cosmetic in the form of bricks. */
        BrgameLego: {
            /** @description Its id. */
            id: string;
            /** @description Its pictures. */
            images: components["schemas"]["BrgamePictures"];
            /** @description When it was added, in ISO 8601. */
            added: string;
            /** @description Id of the cosmetic that it is a form of. */
            cosmeticId: string | null;
            /** @description What it sounds like. */
            soundLibraryTags: string[];
        };
        /** @description A kit of bricks. */
        BrgameLegoKit: {
            /** @description Its id. */
            id: string;
            /** @description Its pictures. */
            images: components["schemas"]["BrgamePictures"];
            /** @description When it was added, in ISO 8601. */
            added: string;
            /** @description The series it belongs to. */
            series: components["schemas"]["BrgameSeries"] | null;
            /** @description Its name. */
            name: string;
            /** @description Its type. */
            type: components["schemas"]["BrgameWording"] | null;
        };
        /** @description A place in the units of the game. */
        BrgameLocation: {
            /** @description Along the first axis. */
            x: number;
            /** @description Along the second axis. */
            y: number;
            /** @description The height. */
            z: number;
        };
        /** @description The map of the island. */
        BrgameMap: {
            /** @description Pictures of it. */
            images: components["schemas"]["BrgameMapImages"];
            /** @description Places on it. */
            pois: components["schemas"]["BrgamePoi"][];
        };
        /** @description Pictures of the map. */
        BrgameMapImages: {
            /** @description Address of the one without names. */
            blank: string;
            /** @description Address of the one with the names of places. */
            pois: string;
        };
        BrgameMapResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameMap"];
        };
        /** @description A message, in the older form. */
        BrgameMessage: {
            /** @description Its title. */
            title: string;
            /** @description Its text. */
            body: string;
            /** @description Address of its picture. */
            image: string | null;
            /** @description A mark on it, such as NEW. */
            adspace: string | null;
        };
        /** @description The news of one mode. */
        BrgameModeNews: {
            /** @description Hash, to tell changes by. */
            hash: string;
            /** @description When they last changed, in ISO 8601. */
            date: string;
            /** @description Messages of the day. */
            motds: components["schemas"]["BrgameMotd"][];
            /** @description Messages in the older form. */
            messages: components["schemas"]["BrgameMessage"][];
        };
        /** @description What was achieved in one mode. */
        BrgameModeStats: {
            /** @description Matches won. */
            wins: number;
            /** @description Opponents eliminated. */
            kills: number;
            /** @description Eliminations per defeat. */
            kd: number;
            /** @description Matches played. */
            matches: number;
            /** @description Share of matches won, in percent. */
            winRate: number;
        };
        /** @description A message of the day. */
        BrgameMotd: {
            /** @description Its id. */
            id: string;
            /** @description Its title. */
            title: string;
            /** @description Its text. */
            body: string;
            /** @description Address of its picture. */
            image: string;
            /** @description Its place; higher ones stand first. */
            sortingPriority: number;
            /** @description Whether the game hides it. */
            hidden: boolean;
        };
        /** @description The news of all modes; null for one without any. */
        BrgameNews: {
            /** @description Of the battle royale. */
            br: components["schemas"]["BrgameModeNews"] | null;
            /** @description Of the mode that is played together against the computer. */
            coop: components["schemas"]["BrgameModeNews"] | null;
        };
        BrgameNewsBrResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameModeNews"];
        };
        BrgameNewsCoopResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameModeNews"];
        };
        BrgameNewsResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameNews"];
        };
        /** @description What was achieved in all modes. */
        BrgameOverallStats: {
            /** @description Matches won. */
            wins: number;
            /** @description Opponents eliminated. */
            kills: number;
            /** @description Eliminations per defeat. */
            kd: number;
            /** @description Matches played. */
            matches: number;
            /** @description Share of matches won, in percent. */
            winRate: number;
            /** @description Points. */
            score: number;
            /** @description Defeats. */
            deaths: number;
            /** @description Time played, in minutes. */
            minutesPlayed: number;
            /** @description Players outlived. */
            playersOutlived: number;
            /** @description When it last changed, in ISO 8601. */
            lastModified: string;
        };
        /** @description A text for everything, and one for each kind; null for a kind that brought nothing. */
        BrgamePerKind: {
            /** @description For everything. */
            all: string | null;
            /** @description For cosmetics of the battle royale. */
            br: string | null;
            /** @description For songs. */
            tracks: string | null;
            /** @description For instruments. */
            instruments: string | null;
            /** @description For parts of cars. */
            cars: string | null;
            /** @description For cosmetics in the form of bricks. */
            lego: string | null;
            /** @description For kits of bricks. */
            legoKits: string | null;
            /** @description For cosmetics in the form of beans. */
            beans: string | null;
        };
        /** @description Pictures of an item. */
        BrgamePictures: {
            /** @description Address of the small one. */
            small: string | null;
            /** @description Address of the large one. */
            large: string | null;
            /** @description Address of the wide one. */
            wide: string | null;
        };
        /** @description A way of playing, with its rules. */
        BrgamePlaylist: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description What it is. */
            description: string | null;
            /** @description Fewest players; -1 when it is not set. */
            minPlayers: number;
            /** @description Most players; -1 when it is not set. */
            maxPlayers: number;
            /** @description Most teams; -1 when it is not set. */
            maxTeams: number;
            /** @description Most players of a team; -1 when it is not set. */
            maxTeamSize: number;
            /** @description Whether it is a tournament. */
            isTournament: boolean;
            /** @description Whether it is there for a time. */
            isLimitedTimeMode: boolean;
            /** @description Whether its teams are large. */
            isLargeTeamGame: boolean;
            /** @description Its pictures. */
            images: components["schemas"]["BrgamePlaylistImages"];
            /** @description When it was added, in ISO 8601. */
            added: string;
        };
        /** @description Pictures of a playlist. */
        BrgamePlaylistImages: {
            /** @description Address of the large one. */
            showcase: string | null;
            /** @description Address of the icon. */
            missionIcon: string | null;
        };
        BrgamePlaylistsByPlaylistIdResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgamePlaylist"];
        };
        BrgamePlaylistsResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgamePlaylist"][];
        };
        /** @description A place of interest on the map. */
        BrgamePoi: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string | null;
            /** @description Where it is. */
            location: components["schemas"]["BrgameLocation"];
        };
        /** @description A series that items belong to. */
        BrgameSeries: {
            /** @description Its name. */
            value: string;
            /** @description Address of its picture. */
            image: string | null;
            /** @description Its colours, as RRGGBBAA. */
            colors: string[];
            /** @description Its name in the game. */
            backendValue: string;
        };
        /** @description The item shop of a day. */
        BrgameShop: {
            /** @description Hash, to tell changes by. */
            hash: string;
            /** @description Its day, in ISO 8601. */
            date: string;
            /** @description Address of a picture of the currency. */
            currencyIcon: string;
            /** @description The offers. */
            entries: components["schemas"]["BrgameShopEntry"][];
        };
        /** @description A cosmetic of the battle royale. */
        BrgameShopCosmetic: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Its pictures. */
            images: components["schemas"]["BrgameShopIcons"];
        };
        /** @description One offer in the item shop. */
        BrgameShopEntry: {
            /** @description What it usually costs. */
            regularPrice: number;
            /** @description What it costs now. */
            finalPrice: number;
            /** @description Id of the offer. */
            offerId: string;
            /** @description When it came, in ISO 8601. */
            inDate: string;
            /** @description When it goes, in ISO 8601. */
            outDate: string;
            /** @description Whether it can be given away. */
            giftable: boolean;
            /** @description Whether it can be given back. */
            refundable: boolean;
            /** @description Its place; higher ones stand first. */
            sortPriority: number;
            /** @description Cosmetics in it. */
            brItems: components["schemas"]["BrgameShopCosmetic"][];
        };
        /** @description Pictures of a cosmetic. */
        BrgameShopIcons: {
            /** @description Address of the usual one. */
            icon: string | null;
        };
        BrgameShopResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameShop"];
        };
        /** @description The statistics of a player. */
        BrgameStats: {
            /** @description The player. */
            account: components["schemas"]["BrgameAccount"];
            /** @description The battle pass of the season. */
            battlePass: components["schemas"]["BrgameBattlePass"] | null;
            /** @description What the player achieved. */
            stats: components["schemas"]["BrgameStatsPerInput"];
        };
        /** @description What was achieved with one kind of input, or with all; null for what was never played. */
        BrgameStatsBrInputStats: {
            /** @description In all modes. */
            overall: components["schemas"]["BrgameStatsBrOverallStats"] | null;
        };
        /** @description What was achieved in all modes. */
        BrgameStatsBrOverallStats: {
            /** @description Matches played. */
            matches: number;
            /** @description Matches won. */
            wins: number;
            /** @description Eliminations per defeat. */
            kd: number;
        };
        BrgameStatsBrResponse: {
            /** @enum {integer} */
            status: 200;
            data: components["schemas"]["BrgameStats"];
        };
        /** @description What a player achieved, by input; null for one that was never used. */
        BrgameStatsPerInput: {
            /** @description With any. */
            all: components["schemas"]["BrgameInputStats"] | null;
            /** @description With keyboard and mouse. */
            keyboardMouse: components["schemas"]["BrgameStatsBrInputStats"] | null;
            /** @description With a gamepad. */
            gamepad: components["schemas"]["BrgameStatsBrInputStats"] | null;
            /** @description With a touch screen. */
            touch: components["schemas"]["BrgameStatsBrInputStats"] | null;
        };
        /** @description A song that can be played. */
        BrgameTrack: {
            /** @description Its id. */
            id: string;
            /** @description Its title. */
            title: string;
            /** @description Who made it. */
            artist: string;
            /** @description When it came out. */
            releaseYear: number;
            /** @description Its tempo, in beats a minute. */
            bpm: number;
            /** @description Its length in seconds. */
            duration: number;
            /** @description How hard it is. */
            difficulty: components["schemas"]["BrgameDifficulty"];
            /** @description Its genres, where they are known. */
            genres: string[];
            /** @description Address of its picture. */
            albumArt: string;
            /** @description When it was added, in ISO 8601. */
            added: string;
        };
        /** @description One of a set of words, such as a type or a rarity. */
        BrgameWording: {
            /** @description The word, by which one searches. */
            value: string;
            /** @description The word as players see it. */
            displayValue: string;
            /** @description The word as the game knows it. */
            backendValue: string;
        };
        /** @description One of the goals that the game sets every player. */
        CardgameAchievement: {
            /** @description Name in English. */
            name: string;
            /** @description Stars reached, 3 at most. */
            stars?: number;
            /** @description How far the player is. */
            value?: number;
            /** @description What the next star takes. */
            target?: number;
            /** @description What is to be done. */
            info?: string;
            /** @description What is told when it is done. */
            completionInfo: string | null;
        };
        /** @description A place of the game that one reaches by trophies. */
        CardgameArena: {
            /** @description Number of the arena. */
            id: number;
            /** @description Name in English. */
            name: string;
            /** @description Name within the game. */
            rawName?: string;
        };
        /** @description A badge that a player earned. */
        CardgameBadge: {
            /** @description Name within the game. */
            name: string;
            /** @description Level, of badges that have any. */
            level?: number;
            /** @description Highest level. */
            maxLevel?: number;
            /** @description How far the player is. */
            progress?: number;
            /** @description What the next level takes. */
            target?: number;
            /** @description Its picture. */
            iconUrls?: components["schemas"]["CardgamePlayerByPlayerTagIconUrls"];
        };
        /** @description A battle of a player. Nothing says who won: crowns and trophies tell. */
        CardgameBattle: {
            /** @description Kind of battle, such as PvP or pathOfLegend. */
            type: string;
            /** @description When it was, as YYYYMMDDThhmmss.000Z. */
            battleTime: string;
            /** @description Whether it belongs to a tournament for everyone. */
            isLadderTournament?: boolean;
            /** @description Whether somebody hosted it. */
            isHostedMatch?: boolean;
            /** @description Where it was. */
            arena?: components["schemas"]["CardgameArena"];
            /** @description Its rules. */
            gameMode?: components["schemas"]["CardgameGameMode"];
            /** @description How the decks were made, such as collection or draft. */
            deckSelection?: string;
            /** @description League of the ranked path. */
            leagueNumber?: number;
            /** @description The event that it belongs to. */
            eventTag?: string;
            /** @description Tag of the tournament that it belongs to, with its #. */
            tournamentTag?: string;
            /** @description Number of the challenge that it belongs to. */
            challengeId?: number;
            /** @description Name of the challenge that it belongs to. */
            challengeTitle?: string;
            /** @description Victories in the challenge before it. */
            challengeWinCountBefore?: number;
            /** @description attacker or defender, in a battle for a boat. */
            boatBattleSide?: string;
            /** @description Whether the player won a battle for a boat. */
            boatBattleWon?: boolean;
            /** @description Towers of the boat that fell in this battle. */
            newTowersDestroyed?: number;
            /** @description Towers of the boat that had fallen before. */
            prevTowersDestroyed?: number;
            /** @description Towers of the boat that still stand. */
            remainingTowers?: number;
            /** @description What each player chose, where the rules are bent. */
            modifiers?: components["schemas"]["CardgameModifiers"][];
            /** @description The player and, of two, the other one. */
            team: components["schemas"]["CardgameContestant"][];
            /** @description Those whom they fought. */
            opponent: components["schemas"]["CardgameContestant"][];
        };
        /** @description A card: of the game, of a player, or as it was played in a battle. */
        CardgameCard: {
            /** @description Number of the card. */
            id: number;
            /** @description Name in English. */
            name: string;
            /** @description Level, counted within its rarity. */
            level?: number;
            /** @description How far it is adorned. */
            starLevel?: number;
            /** @description Which other forms the player has, or played: 1 the evolution, 2 the hero, 3 both of them. */
            evolutionLevel?: number;
            /** @description Highest level of its rarity. */
            maxLevel?: number;
            /** @description Which other forms there are: 1 an evolution, 2 a hero, 3 both of them. */
            maxEvolutionLevel?: number;
            /** @description common, rare, epic, legendary or champion. */
            rarity?: string;
            /** @description Copies that the player holds. */
            count?: number;
            /** @description Elixir that it costs to play; null where that is not fixed. */
            elixirCost?: number;
            /** @description Whether it was played, in a round of a duel. */
            used?: boolean;
            /** @description Its pictures. */
            iconUrls?: components["schemas"]["CardgameIconUrls"];
        };
        /** @description Every card of the game. */
        CardgameCatalogue: {
            /** @description Troops, buildings and spells. */
            items: components["schemas"]["CardgameCard"][];
            /** @description Troops of the towers. */
            supportItems: components["schemas"]["CardgameCard"][];
        };
        /** @description A chest that a player will win. */
        CardgameChest: {
            /** @description After how many victories; 0 is the next one. */
            index: number;
            /** @description Name in English. */
            name: string;
        };
        CardgameChestsByPlayerTagResponse: {
            items: components["schemas"]["CardgameChest"][];
        };
        /** @description A clan with its members. */
        CardgameClan: {
            /** @description Tag of the clan, with its #. */
            tag: string;
            /** @description Name. */
            name: string;
            /** @description Who may join: open, inviteOnly or closed. */
            type?: string;
            /** @description Number of its badge. */
            badgeId?: number;
            /** @description Score made of its members’ trophies. */
            clanScore?: number;
            /** @description Trophies of clan wars. */
            clanWarTrophies?: number;
            /** @description Where it says it is. */
            location?: components["schemas"]["CardgameLocation"];
            /** @description Trophies that one needs to join. */
            requiredTrophies?: number;
            /** @description Cards that its members give each other in a week. */
            donationsPerWeek?: number;
            /** @description A thing of the past. */
            clanChestLevel?: number;
            /** @description A thing of the past. */
            clanChestMaxLevel?: number;
            /** @description Number of members. */
            members?: number;
            /** @description What it says of itself. */
            description?: string;
            /** @description A thing of the past. */
            clanChestStatus?: string;
            /** @description Its members, 50 at most. */
            memberList: components["schemas"]["CardgameMember"][];
        };
        /** @description The clan that a player belongs to. */
        CardgameClanReference: {
            /** @description Tag of the clan, with its #. */
            tag: string;
            /** @description Name. */
            name: string;
            /** @description Number of its badge. */
            badgeId?: number;
        };
        /** @description A player in a battle. */
        CardgameContestant: {
            /** @description Crowns won; in a duel, those of all rounds. */
            crowns?: number;
            /** @description What was left of the main tower. */
            kingTowerHitPoints?: number;
            /** @description What was left of the other towers that still stood; null when none did. */
            princessTowersHitPoints: number[] | null;
            /** @description Elixir that was lost unused. */
            elixirLeaked?: number;
            /** @description The cards of the deck. */
            cards: components["schemas"]["CardgameCard"][];
            /** @description Tag of the player, with its #. */
            tag: string;
            /** @description Name. */
            name: string;
            /** @description Trophies before the battle, where they count. */
            startingTrophies?: number;
            /** @description Trophies won or lost, if any. */
            trophyChange?: number;
            /** @description The clan, if any. */
            clan?: components["schemas"]["CardgameClanReference"];
            /** @description The troops of the towers. */
            supportCards: components["schemas"]["CardgameCard"][];
            /** @description Place in the world; null beyond the best. */
            globalRank: number | null;
            /** @description The rounds, in a duel. */
            rounds?: components["schemas"]["CardgameRound"][];
        };
        /** @description A clan that a search found. */
        CardgameFoundClan: {
            /** @description Tag of the clan, with its #. */
            tag: string;
            /** @description Name. */
            name: string;
            /** @description Who may join: open, inviteOnly or closed. */
            type?: string;
            /** @description Number of its badge. */
            badgeId?: number;
            /** @description Score made of its members’ trophies. */
            clanScore?: number;
            /** @description Trophies of clan wars. */
            clanWarTrophies?: number;
            /** @description Where it says it is. */
            location?: components["schemas"]["CardgameLocation"];
            /** @description Trophies that one needs to join. */
            requiredTrophies?: number;
            /** @description Cards that its members give each other in a week. */
            donationsPerWeek?: number;
            /** @description A thing of the past. */
            clanChestLevel?: number;
            /** @description A thing of the past. */
            clanChestMaxLevel?: number;
            /** @description Number of members. */
            members?: number;
        };
        /** @description A page of the clans that a search found. */
        CardgameFoundClans: {
            /** @description The clans. */
            items: components["schemas"]["CardgameFoundClan"][];
            paging: {
                cursors: {
                    /** @description The `after` of the page behind this one; null on the last. */
                    after?: string;
                };
            };
        };
        /** @description The rules of a battle. */
        CardgameGameMode: {
            /** @description Number of the mode. */
            id: number;
            /** @description Name within the game. */
            name?: string;
        };
        /** @description Addresses of pictures. */
        CardgameIconUrls: {
            /** @description The usual picture of a card. */
            medium?: string;
            /** @description The card as a hero. */
            heroMedium?: string;
            /** @description The evolved card. */
            evolutionMedium?: string;
        };
        /** @description A season of the ranked path, as a player ended it. */
        CardgameLeagueResult: {
            /** @description League, 1 being the lowest. */
            leagueNumber?: number;
            /** @description Rating in the highest league. */
            trophies?: number;
            /** @description Place in the world; null beyond the best. */
            rank: number | null;
        };
        /** @description How a player fared in the leagues. */
        CardgameLeagueStatistics: {
            /** @description The season now. */
            currentSeason?: components["schemas"]["CardgameSeason"];
            /** @description The one before. */
            previousSeason?: components["schemas"]["CardgameSeason"];
            /** @description The best one. */
            bestSeason?: components["schemas"]["CardgameSeason"];
        };
        /** @description Where a clan says it is. */
        CardgameLocation: {
            /** @description Number of the place. */
            id: number;
            /** @description Name in English. */
            name: string;
            /** @description Whether it is a country, not a larger region. */
            isCountry?: boolean;
            /** @description Its code of two letters, if it is a country. */
            countryCode?: string;
        };
        /** @description A member of a clan. */
        CardgameMember: {
            /** @description Tag of the player, with its #. */
            tag: string;
            /** @description Name. */
            name: string;
            /** @description member, elder, coLeader or leader. */
            role?: string;
            /** @description When the player was last there, as YYYYMMDDThhmmss.000Z. */
            lastSeen?: string;
            /** @description Experience level; 0 since it is given up. */
            expLevel?: number;
            /** @description Trophies now. */
            trophies?: number;
            /** @description The place reached. */
            arena?: components["schemas"]["CardgameArena"];
            /** @description Place within the clan. */
            clanRank?: number;
            /** @description Place last week. */
            previousClanRank?: number;
            /** @description Cards given this week. */
            donations?: number;
            /** @description Cards had this week. */
            donationsReceived?: number;
            /** @description A thing of the past. */
            clanChestPoints?: number;
        };
        CardgameMembersByClanTagResponse: {
            items: components["schemas"]["CardgameMember"][];
            paging: {
                cursors: Record<string, unknown>;
            };
        };
        /** @description How a player fares in a side mode. */
        CardgameModeResult: {
            /** @description The place reached. */
            arena?: components["schemas"]["CardgameArena"];
            /** @description Trophies now. */
            trophies?: number;
            /** @description Most trophies. */
            bestTrophies?: number;
        };
        /** @description What a player chose to bend the rules with. */
        CardgameModifiers: {
            /** @description Tag of the player, with its #. */
            tag?: string;
            /** @description Names within the game. */
            modifiers: string[];
        };
        /** @description A player, with cards, badges and results. */
        CardgamePlayer: {
            /** @description Tag of the player, with its #. */
            tag: string;
            /** @description Name. */
            name: string;
            /** @description Experience level, which the game is giving up. */
            expLevel?: number;
            /** @description Experience points within the level. */
            expPoints?: number;
            /** @description All experience points. */
            totalExpPoints?: number;
            /** @description Points to adorn cards with. */
            starPoints?: number;
            /** @description Level of the main tower. */
            kingTowerLevel?: number;
            /** @description Levels of all cards together. */
            collectionLevel?: number;
            /** @description Trophies now. */
            trophies?: number;
            /** @description Most trophies ever. */
            bestTrophies?: number;
            /** @description Battles won. */
            wins?: number;
            /** @description Battles lost. */
            losses?: number;
            /** @description Battles fought. */
            battleCount?: number;
            /** @description Battles won with all three crowns. */
            threeCrownWins?: number;
            /** @description Cards won in challenges. */
            challengeCardsWon?: number;
            /** @description Most victories in one challenge. */
            challengeMaxWins?: number;
            /** @description Cards won in tournaments. */
            tournamentCardsWon?: number;
            /** @description Battles fought in tournaments. */
            tournamentBattleCount?: number;
            /** @description Victories in a row up to now, or defeats as a negative number. */
            currentWinLoseStreak?: number;
            /** @description What the player is in the clan: member, elder, coLeader or leader. */
            role?: string;
            /** @description Cards given to the clan this week. */
            donations?: number;
            /** @description Cards had from the clan this week. */
            donationsReceived?: number;
            /** @description All cards given. */
            totalDonations?: number;
            /** @description Battles won on days of clan wars. */
            warDayWins?: number;
            /** @description Cards collected in clan wars. */
            clanCardsCollected?: number;
            /** @description The clan, if any. */
            clan?: components["schemas"]["CardgameClanReference"];
            /** @description The place reached. */
            arena?: components["schemas"]["CardgameArena"];
            /** @description Results in the leagues, if any. */
            leagueStatistics?: components["schemas"]["CardgameLeagueStatistics"];
            /** @description Badges earned. */
            badges: components["schemas"]["CardgameBadge"][];
            /** @description Goals of the game. */
            achievements: components["schemas"]["CardgameAchievement"][];
            /** @description All cards that the player has. */
            cards: components["schemas"]["CardgameCard"][];
            /** @description All troops of the towers. */
            supportCards: components["schemas"]["CardgameCard"][];
            /** @description The eight cards in use. */
            currentDeck: components["schemas"]["CardgameCard"][];
            /** @description The troops of the towers in use. */
            currentDeckSupportCards: components["schemas"]["CardgameCard"][];
            /** @description The card played most. */
            currentFavouriteCard?: components["schemas"]["CardgameCard"];
            /** @description Most trophies under older rules. */
            legacyTrophyRoadHighScore: number | null;
            /** @description The ranked path now. */
            currentPathOfLegendSeasonResult: components["schemas"]["CardgameLeagueResult"] | null;
            /** @description The season before. */
            lastPathOfLegendSeasonResult: components["schemas"]["CardgameLeagueResult"] | null;
            /** @description The best season. */
            bestPathOfLegendSeasonResult: components["schemas"]["CardgameLeagueResult"] | null;
            /** @description Results in side modes. */
            progress: {
                [key: string]: components["schemas"]["CardgameModeResult"];
            };
        };
        /** @description Addresses of pictures. */
        CardgamePlayerByPlayerTagIconUrls: {
            /** @description The picture of a badge. */
            large?: string;
        };
        /** @description How one side fared in a round of a duel. */
        CardgameRound: {
            /** @description Crowns won; in a duel, those of all rounds. */
            crowns?: number;
            /** @description What was left of the main tower. */
            kingTowerHitPoints?: number;
            /** @description What was left of the other towers that still stood; null when none did. */
            princessTowersHitPoints: number[] | null;
            /** @description Elixir that was lost unused. */
            elixirLeaked?: number;
            /** @description The cards of the deck. */
            cards: components["schemas"]["CardgameCard"][];
        };
        /** @description A season of the leagues, as a player ended it. */
        CardgameSeason: {
            /** @description Its month, as YYYY-MM. */
            id?: string;
            /** @description Place in the world, among the best. */
            rank?: number;
            /** @description Trophies at its end, or now. */
            trophies?: number;
            /** @description Most trophies in it. */
            bestTrophies?: number;
        };
        /** @description A game, or what else clips are filed under. */
        ClipsCategory: {
            /** @description Its id. */
            categoryId: string;
            /** @description Its name. */
            categoryName: string | null;
            /** @description Another name of it. */
            alternativeName: string | null;
            /** @description Its name as it stands in addresses. */
            slug: string | null;
            /** @description Number of clips of it. */
            publishedClipCount: number | null;
            /** @description Number of people who play it now. */
            activeSessions: number | null;
            /** @description Address of its picture. */
            coverPhoto: string | null;
            /** @description Whether it is a game. */
            isGame: boolean | null;
        };
        /** @description A short recording of a game. */
        ClipsClip: {
            /** @description Id of the clip, such as cid37920939. */
            contentId: string;
            /** @description Its title. */
            contentTitle: string;
            /** @description How often it was watched. */
            contentViews: number;
            /** @description How often it was liked. */
            contentLikes: number;
            /** @description Address of a still picture; empty for clips that have none. */
            contentThumbnail: string;
            /** @description Id of its game; empty when it has none. */
            categoryId: string;
            /** @description How long it is, in seconds. */
            videoLengthSeconds: number;
            /** @description When it was made, in Unix milliseconds. */
            createdTimestamp: number;
            /** @description Address of its page. */
            directClipUrl: string;
            /** @description HTML of a frame that shows it. It is foreign text: check it before it is put on a page. */
            embedIframeCode: string;
            /** @description Who made it, in words to be shown with it. */
            credits: string;
            /** @description Address of the video file; not_authorized unless the source lets us have it. */
            rawFileUrl: string;
            /** @description Address of a smaller video file; not_authorized unless the source lets us have it. */
            rawFileUrlLowRes: string;
            /** @description Address of the video file without a watermark; not_authorized unless the source lets us have it. */
            unbrandedFileUrl: string;
        };
        /** @description A page of a list of clips. */
        ClipsClipPage: {
            /** @description The clips. */
            contentObjects: components["schemas"]["ClipsClip"][];
        };
        /** @description Who wrote a commit, as the commit itself says. */
        CoderepoAuthor: {
            /** @description Name. */
            name: string;
            /** @description E-mail address. */
            email: string;
            /** @description When it was written, in ISO 8601. */
            date: string;
        };
        /** @description One commit of a repository. */
        CoderepoCommit: {
            /** @description Its hash. */
            sha: string;
            /** @description Address of its page. */
            url: string;
            /** @description The whole message. */
            message: string;
            /** @description Who wrote it. */
            author: components["schemas"]["CoderepoAuthor"] | null;
        };
        CoderepoCommitsResponse: {
            /** @enum {boolean} */
            success: true;
            data: components["schemas"]["CoderepoCommit"][];
        };
        /** @description A public repository. */
        CoderepoRepo: {
            /** @description Number of the repository. */
            id: number;
            /** @description Name, without its owner. */
            name: string;
            /** @description Whether it is hidden; what is shown here is not. */
            private: boolean;
            /** @description What it is, in a sentence. */
            description: string | null;
            /** @description Whether it was forked from another one. */
            fork: boolean;
            /** @description Address of its page. */
            url: string;
            /** @description When it was made, in ISO 8601. */
            createdAt: string;
            /** @description When it last changed, in ISO 8601. */
            updatedAt: string;
            /** @description Number of stars. */
            stars: number;
            /** @description Number of stars, under the older name that the source still gives. */
            watchers: number;
            /** @description Number of forks. */
            forks: number;
            /** @description Main programming language. */
            language: string | null;
            /** @description Whether it is read-only for good. */
            archived: boolean;
            /** @description Topics that its owner put on it. */
            topics: string[];
            /** @description The account that it belongs to. */
            owner: components["schemas"]["CoderepoUserRef"];
        };
        CoderepoRepoResponse: {
            /** @enum {boolean} */
            success: true;
            data: components["schemas"]["CoderepoRepo"];
        };
        CoderepoReposResponse: {
            /** @enum {boolean} */
            success: true;
            data: components["schemas"]["CoderepoRepo"][];
        };
        /** @description A user, an organisation or a bot. */
        CoderepoUser: {
            /** @description Number of the account. */
            id: number;
            /** @description Name of the account. */
            login: string;
            /** @description Address of its picture. */
            avatarUrl: string;
            /** @description Address of its page. */
            url: string;
            /** @description User, Organization or Bot. */
            type: string;
            /** @description Name to be shown. */
            name: string | null;
            /** @description Where they work. */
            company: string | null;
            /** @description Where they are, in their words. */
            location: string | null;
            /** @description Public e-mail address. */
            email: string | null;
            /** @description What they say of themselves. */
            bio: string | null;
            /** @description Number of public repositories. */
            publicRepos: number;
            /** @description Number of followers. */
            followers: number;
            /** @description Number of accounts they follow. */
            following: number;
            /** @description When the account was made, in ISO 8601. */
            createdAt: string;
        };
        /** @description A user, an organisation or a bot, as named beside a repository. */
        CoderepoUserRef: {
            /** @description Number of the account. */
            id: number;
            /** @description Name of the account. */
            login: string;
            /** @description Address of its picture. */
            avatarUrl: string;
            /** @description Address of its page. */
            url: string;
            /** @description User, Organization or Bot. */
            type: string;
        };
        CoderepoUserResponse: {
            /** @enum {boolean} */
            success: true;
            data: components["schemas"]["CoderepoUser"];
        };
        /** @description A cape, which the game gives for merits. */
        CubegameCape: {
            /** @description Address of its picture, a PNG. */
            url: string;
        };
        /** @description A name that a player has had, or has. */
        CubegameFormerName: {
            /** @description The name. */
            username: string;
            /** @description When the player took it, in ISO 8601; null for the original name. */
            changed_at: string | null;
        };
        /** @description A name and the UUID of who bears it. */
        CubegameIdentity: {
            /** @description The name that the player bears now. */
            username: string;
            /** @description UUID with dashes, which stays when the name changes. */
            uuid: string;
        };
        /** @description A player with former names, skin and cape. */
        CubegamePlayer: {
            /** @description The name that the player bears now. */
            username: string;
            /** @description UUID with dashes, which stays when the name changes. */
            uuid: string;
            /** @description Former names and the current one; the current one alone where no others are known. */
            username_history: components["schemas"]["CubegameFormerName"][];
            /** @description Skin; for players without one of their own, what the game gives them. */
            skin: components["schemas"]["CubegameSkin"];
            /** @description Cape; null when there is none. */
            cape: components["schemas"]["CubegameCape"] | null;
        };
        /** @description What a player looks like. */
        CubegameSkin: {
            /** @description Address of the sheet, a PNG. */
            url: string;
            /**
             * @description How wide the arms are: four pixels of the sheet, or three.
             * @enum {string}
             */
            variant: "classic" | "slim";
        };
        /** @description What a broadcaster says of their channel, live or not. */
        LivestreamChannel: {
            /** @description Id of the broadcaster. */
            broadcaster_id: string;
            /** @description Login of the broadcaster. */
            broadcaster_login: string;
            /** @description Name to be shown of the broadcaster. */
            broadcaster_name: string;
            /** @description Language of the channel, such as en, or other. */
            broadcaster_language: string;
            /** @description Id of the game played now or last; may be empty. */
            game_id: string;
            /** @description Name of the game played now or last; may be empty. */
            game_name: string;
            /** @description Title of the stream that runs now or ran last. */
            title: string;
            /** @description Delay of the stream in seconds; 0 for everybody but the broadcaster. */
            delay: number;
            /** @description Tags that the broadcaster put on the channel. */
            tags: string[];
            /** @description Whether it is advertising. */
            is_branded_content: boolean;
            /** @description What viewers are warned of, such as Gambling or MatureGame. */
            content_classification_labels: string[];
        };
        LivestreamChannelResponse: {
            data: components["schemas"]["LivestreamChannel"][];
        };
        /** @description A short piece of a stream that somebody cut out. */
        LivestreamClip: {
            /** @description Id of the clip. */
            id: string;
            /** @description Address of its page. */
            url: string;
            /** @description Address to embed it by. */
            embed_url: string;
            /** @description Id of whose stream it is from. */
            broadcaster_id: string;
            /** @description Name of whose stream it is from. */
            broadcaster_name: string;
            /** @description Id of who cut it. */
            creator_id: string;
            /** @description Name of who cut it. */
            creator_name: string;
            /** @description Id of the video that it is from; empty when that is not there any more. */
            video_id: string;
            /** @description Id of the game that was played; may be empty. */
            game_id: string;
            /** @description Its language, such as en or en-gb. */
            language: string;
            /** @description Its title. */
            title: string;
            /** @description How often it was watched. */
            view_count: number;
            /** @description When it was cut, in ISO 8601. */
            created_at: string;
            /** @description Address of a picture. */
            thumbnail_url: string;
            /** @description Length in seconds. */
            duration: number | null;
            /** @description Whether the broadcaster features it. */
            is_featured: boolean;
        };
        /** @description Clips, the most watched first. */
        LivestreamClipPage: {
            /** @description Clips, the most watched first. */
            data: components["schemas"]["LivestreamClip"][];
            pagination: {
                /** @description The `after` of the page behind this one; null on the last. */
                cursor: string | null;
            };
        };
        /** @description A user who follows a channel. */
        LivestreamFollower: {
            /** @description Id of the follower. */
            user_id: string;
            /** @description Login of the follower. */
            user_login: string;
            /** @description Name to be shown of the follower. */
            user_name: string;
            /** @description Since when they follow, in ISO 8601. */
            followed_at: string;
        };
        /** @description How many follow a channel, and who. */
        LivestreamFollowers: {
            /** @description The number of all followers, however many are listed. */
            total: number;
            /** @description The followers, the newest first; none where they are not shown. */
            data: components["schemas"]["LivestreamFollower"][];
            pagination: {
                /** @description The `after` of the page behind this one; null on the last. */
                cursor: string | null;
            };
        };
        /** @description A channel that a search found. */
        LivestreamFoundChannel: {
            /** @description Id of the broadcaster. */
            id: string;
            /** @description Login of the broadcaster. */
            broadcaster_login: string;
            /** @description Name to be shown of the broadcaster. */
            display_name: string;
            /** @description Language of the channel, such as en, or other. */
            broadcaster_language: string;
            /** @description Id of the game played now or last; may be empty. */
            game_id: string;
            /** @description Name of the game played now or last; may be empty. */
            game_name: string;
            /** @description Whether a stream is running. */
            is_live: boolean;
            /** @description When the running stream began, in ISO 8601; empty when there is none. */
            started_at: string;
            /** @description Tags that the broadcaster put on the channel. */
            tags: string[];
            /** @description Address of the broadcaster’s picture. */
            thumbnail_url: string;
            /** @description Title of the stream that runs now or ran last. */
            title: string;
        };
        /** @description Channels, the best match first. */
        LivestreamFoundChannelPage: {
            /** @description Channels, the best match first. */
            data: components["schemas"]["LivestreamFoundChannel"][];
            pagination: {
                /** @description The `after` of the page behind this one; null on the last. */
                cursor: string | null;
            };
        };
        /** @description A game, or another category that streams belong to. */
        LivestreamGame: {
            /** @description Id of the game. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Address of a picture; {width} and {height} stand for its size in pixels. */
            box_art_url: string;
            /** @description Its id in the games database IGDB; empty when it is not known there. */
            external_db_id: string;
        };
        /** @description Games, the most watched first. */
        LivestreamGamePage: {
            /** @description Games, the most watched first. */
            data: components["schemas"]["LivestreamGame"][];
            pagination: {
                /** @description The `after` of the page behind this one; null on the last. */
                cursor: string | null;
            };
        };
        LivestreamGameResponse: {
            data: components["schemas"]["LivestreamGame"][];
        };
        /** @description A part of a video whose sound was taken away. */
        LivestreamMutedSegment: {
            /** @description Length in seconds. */
            duration: number;
            /** @description Where it begins, in seconds from the start. */
            offset: number;
        };
        /** @description A stream that is running now. */
        LivestreamStream: {
            /** @description Id of the stream. */
            id: string;
            /** @description Id of who sends it. */
            user_id: string;
            /** @description Login of who sends it. */
            user_login: string;
            /** @description Name to be shown of who sends it. */
            user_name: string;
            /** @description Id of the game that is played; may be empty. */
            game_id: string;
            /** @description Name of the game that is played; may be empty. */
            game_name: string;
            /** @description live; empty when the source cannot tell. */
            type: string;
            /** @description Its title. */
            title: string;
            /** @description How many watch it. */
            viewer_count: number;
            /** @description When it began, in ISO 8601. */
            started_at: string;
            /** @description Its language, such as en, or other. */
            language: string;
            /** @description Address of a picture; {width} and {height} stand for its size in pixels. */
            thumbnail_url: string;
            /** @description Tags that the broadcaster put on it. */
            tags: string[];
            /** @description Whether it is meant for adults. */
            is_mature: boolean;
        };
        /** @description Streams, the most watched first. */
        LivestreamStreamPage: {
            /** @description Streams, the most watched first. */
            data: components["schemas"]["LivestreamStream"][];
            pagination: {
                /** @description The `after` of the page behind this one; null on the last. */
                cursor: string | null;
            };
        };
        LivestreamStreamResponse: {
            data: components["schemas"]["LivestreamStream"][];
        };
        /** @description A user, who may broadcast. */
        LivestreamUser: {
            /** @description Id of the user. */
            id: string;
            /** @description Name to log in with, in lower case. */
            login: string;
            /** @description Name to be shown. */
            display_name: string;
            /** @description staff, admin or global_mod; empty for others. */
            type: string;
            /** @description partner or affiliate; empty for others. */
            broadcaster_type: string;
            /** @description What they say of themselves. */
            description: string;
            /** @description Address of their picture. */
            profile_image_url: string;
            /** @description Address of what is shown while they are not live; may be empty. */
            offline_image_url: string;
            /** @description Views of the channel; the source has not counted them since 2022 and says 0. */
            view_count: number;
            /** @description When the account was made, in ISO 8601. */
            created_at: string;
        };
        LivestreamUserIdResponse: {
            data: components["schemas"]["LivestreamUser"][];
        };
        LivestreamUserResponse: {
            data: components["schemas"]["LivestreamUser"][];
        };
        /** @description A video that a user keeps. */
        LivestreamVideo: {
            /** @description Id of the video. */
            id: string;
            /** @description Id of the stream that it recorded; null when it is no recording. */
            stream_id: string | null;
            /** @description Id of whose video it is. */
            user_id: string;
            /** @description Login of whose video it is. */
            user_login: string;
            /** @description Name to be shown of whose video it is. */
            user_name: string;
            /** @description Its title. */
            title: string;
            /** @description What it shows; may be empty. */
            description: string;
            /** @description When it was made, in ISO 8601. */
            created_at: string;
            /** @description When it was published, in ISO 8601. */
            published_at: string;
            /** @description Address of its page. */
            url: string;
            /** @description Address of a picture with %{width} and %{height} for its size; empty until there is one. */
            thumbnail_url: string;
            /** @description Who can watch it: public. */
            viewable: string;
            /** @description How often it was watched. */
            view_count: number;
            /** @description Its language, such as en, or other. */
            language: string;
            /**
             * @description Whether it records a whole stream, was cut from one, or was uploaded.
             * @enum {string}
             */
            type: "archive" | "highlight" | "upload";
            /** @description Length in hours, minutes and seconds: 3h45m54s. */
            duration: string;
            /** @description Parts without sound; null when there are none. */
            muted_segments: components["schemas"]["LivestreamMutedSegment"][] | null;
        };
        /** @description Videos, the newest first. */
        LivestreamVideoPage: {
            /** @description Videos, the newest first. */
            data: components["schemas"]["LivestreamVideo"][];
            pagination: {
                /** @description The `after` of the page behind this one; null on the last. */
                cursor: string | null;
            };
        };
        LookupResponse: {
            /** @description The group of the object. */
            group: string;
            /**
             * @description The type of the object in the graph, which describes its fields.
             * @enum {string}
             */
            type: "CoderepoRepo" | "CoderepoUser" | "LivestreamGame" | "LivestreamUser" | "MicroblogPost" | "MicroblogUser" | "MusicAlbum" | "MusicArtist" | "MusicPrerelease" | "MusicTrack" | "PhotosocialPost" | "PhotosocialUser" | "PinboardBoard" | "PinboardProfile" | "ShortvideoProfile" | "ShortvideoVideo" | "SportsScoreboard" | "SportsTeams" | "TitledbTitle" | "VideositeChannel" | "VideositePlaylist" | "VideositeVideo";
            /** @description The fields of the type that ask nothing further. */
            data: {
                [key: string]: unknown;
            };
        };
        /** @description An address in a profile. */
        MicroblogLink: {
            /** @description How it is shown. */
            display_url: string;
            /** @description Where it leads. */
            expanded_url: string;
            /** @description Its shortened form. */
            url: string;
        };
        /** @description A picture or video in a post. */
        MicroblogMedia: {
            /** @description photo, video or animated_gif. */
            type: string;
            /** @description Address of the picture, or of one of the video. */
            image_url: string;
            /** @description Address of the video in its best quality; null for pictures. */
            video_url: string | null;
        };
        /** @description A post. A repost is shown as the original, with its author and counters. */
        MicroblogPost: {
            /** @description Number of the post. */
            id: number;
            /** @description The whole text. */
            text: string;
            /** @description Who wrote it. */
            author: components["schemas"]["MicroblogUserRef"];
            /** @description Its language, as the source takes it, such as en. */
            lang: string;
            /** @description Number of likes. */
            likes: number;
            /** @description Number of replies. */
            replies: number;
            /** @description Number of reposts. */
            reshares: number;
            /** @description Number of posts that quote it. */
            quote: number;
            /** @description How often it was seen; 0 where nobody counts. */
            views: number;
            /** @description Number of bookmarks. */
            bookmarks: number;
            /** @description Whether it is shown because it was reposted. */
            reshared: boolean;
            /** @description When it was posted, or reposted, in ISO 8601. */
            created_at: string;
            /** @description Whether it quotes another post. */
            is_quote: boolean;
            /** @description Address of the quoted post. */
            quote_url: string | null;
            /** @description Hashtags in it, without #. */
            hashtags: string[];
            /** @description Names of the users in it, without @. */
            mentions: string[];
            /** @description Its pictures and videos. */
            media: components["schemas"]["MicroblogMedia"][];
        };
        /** @description A user with a profile. */
        MicroblogUser: {
            /** @description Name of the user, without @. */
            username: string;
            /** @description Number of the user, which stays. */
            id: number;
            /** @description Address of their picture. */
            avatar: string;
            /** @description Address of the picture on top. */
            banner: string | null;
            /** @description What they say of themselves. */
            bio: string;
            /** @description Name to be shown. */
            display_name: string;
            /** @description Where they are, in their words. */
            location: string;
            /** @description Whether they bear a mark of verification. */
            verified: boolean;
            /** @description Kind of the mark, such as Blue, Business or Government; null without one. */
            verified_type: string | null;
            /** @description When the account was made, in ISO 8601. */
            created_at: string;
            /** @description Number of followers. */
            followers: number;
            /** @description Number of accounts they follow. */
            following: number;
            /** @description Number of posts with pictures or videos. */
            posts: number;
            /** @description Number of posts they like. */
            liked_posts: number;
            /** @description Number of posts they wrote. */
            message_count: number;
            /** @description Ids of the posts they put on top; null without any. */
            pinned_messages: string[] | null;
            /** @description Addresses in their profile. */
            biolinks: components["schemas"]["MicroblogLink"][];
            /** @description Their website, in its shortened form; empty without one. */
            url: string;
        };
        MicroblogUserPostsResponse: {
            messages: components["schemas"]["MicroblogPost"][];
        };
        /** @description A user, as named beside a post. */
        MicroblogUserRef: {
            /** @description Name of the user, without @. */
            username: string;
            /** @description Number of the user, which stays. */
            id: number;
            /** @description Address of their picture. */
            avatar: string;
            /** @description Name to be shown. */
            display_name: string;
            /** @description Whether they bear a mark of verification. */
            verified: boolean;
        };
        /** @description An album. */
        MusicAlbum: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Day of its release, as YYYY-MM-DD; the first one where only the month or year is known. */
            releaseDate: string;
            /** @description The label that released it; may be empty. */
            label: string;
            /** @description Its lines of copyright. */
            copyright: string[];
            /** @description Address of the largest cover; empty when there is none. */
            coverUrl: string;
            /** @description The play counts of all its tracks together. */
            totalPlays: number;
        };
        /** @description An album, as named beside a track. */
        MusicAlbumRef: {
            /** @description Id of the album. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Its URI, which ends in its kind and its id. */
            uri: string;
            /** @description Address of the largest cover; empty when there is none. */
            coverUrl: string;
        };
        /** @description An album. */
        MusicAlbumResponse: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Day of its release, as YYYY-MM-DD; the first one where only the month or year is known. */
            releaseDate: string;
            /** @description The label that released it; may be empty. */
            label: string;
            /** @description Its lines of copyright. */
            copyright: string[];
            /** @description Address of the largest cover; empty when there is none. */
            coverUrl: string;
            /** @description The play counts of all its tracks together. */
            totalPlays: number;
            /** @description All its tracks, in their order. */
            tracks: components["schemas"]["MusicAlbumTrackRef"][];
        };
        /** @description A track, as an album lists it. */
        MusicAlbumTrackRef: {
            /** @description Its name. */
            name: string;
            /** @description How often it was played. */
            playcount: number;
        };
        /** @description An artist. */
        MusicArtist: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Whether the service has verified the artist. */
            verified: boolean;
            /** @description How many follow the artist. */
            followers: number;
            /** @description How many listened within a month. */
            monthlyListeners: number;
            /** @description Address of the largest picture; empty when there is none. */
            profilePictureUrl: string;
            /** @description The cities with most listeners, ten at most. */
            topCities: components["schemas"]["MusicCity"][];
        };
        /** @description An artist, as named beside a work. */
        MusicArtistRef: {
            /** @description Id of the artist. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Its URI, which ends in its kind and its id. */
            uri: string;
        };
        MusicArtistTopTracksResponse: {
            tracks: components["schemas"]["MusicArtistTopTracksTrack"][];
        };
        /** @description A track. */
        MusicArtistTopTracksTrack: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Its URI, which ends in its kind and its id. */
            uri: string;
            /** @description How often it was played. */
            playcount: number;
            /** @description Length in milliseconds. */
            durationMs: number;
            /** @description Whether its words are marked as explicit. */
            explicit: boolean;
            /** @description The album that it is on. */
            album: components["schemas"]["MusicAlbumRef"];
        };
        /** @description A city where an artist is listened to. */
        MusicCity: {
            /** @description Its name. */
            city: string;
            /** @description Code of its region; may be empty. */
            region: string;
            /** @description Code of its country, of two letters. */
            country: string;
            /** @description How many there listened within a month. */
            numberOfListeners: number;
        };
        /** @description Everything that an artist has released. */
        MusicDiscography: {
            /** @description The albums. */
            albums: components["schemas"]["MusicReleaseRef"][];
            /** @description Singles and EPs. */
            singles: components["schemas"]["MusicReleaseRef"][];
            /** @description Collections of older tracks. */
            compilations: components["schemas"]["MusicReleaseRef"][];
        };
        /** @description A song that was searched for, with its album and its artist. */
        MusicMatch: {
            /** @description Title of the song. */
            track: string;
            /** @description Names of its artists, with commas between them. */
            artists: string;
            /** @description The album that it is on. */
            album: components["schemas"]["MusicAlbum"];
            /** @description Its main artist. */
            artist: components["schemas"]["MusicArtist"];
            /** @description All tracks of the album. */
            tracks: components["schemas"]["MusicAlbumTrackRef"][];
        };
        /** @description An album that is announced and not out. */
        MusicPrerelease: {
            /** @description Id of the announcement. */
            id: string;
            /** @description Id of the album. */
            albumId: string;
            /** @description Name of the album. */
            name: string;
            /** @description When it will be out, in ISO 8601. */
            releaseDate: string;
            /** @description Time zone that the release follows; may be empty. */
            timezone: string;
            /** @description Address of the largest cover; empty when there is none. */
            coverUrl: string;
            /** @description Its copyright, line by line. */
            copyright: string;
            /** @description How many tracks it has. */
            trackCount: number;
            /** @description Who made it. */
            artists: components["schemas"]["MusicPrereleaseArtistRef"][];
            /** @description Its tracks as far as they are told: before the release, many are called "Track 1" and so on. */
            tracks: components["schemas"]["MusicPrereleaseAlbumTrackRef"][];
        };
        /** @description A track, as an album lists it. */
        MusicPrereleaseAlbumTrackRef: {
            /** @description Its name. */
            name: string;
            /** @description Its URI, which ends in its kind and its id. */
            uri: string;
            /** @description Whether its words are marked as explicit. */
            explicit: boolean;
            /** @description Length in milliseconds; null before it is known. */
            durationMs: number | null;
            /** @description Whether it can be played. */
            playable: boolean;
            /** @description Who made it, the main artist first. */
            artists: components["schemas"]["MusicArtistRef"][];
        };
        /** @description An artist, as named beside a work. */
        MusicPrereleaseArtistRef: {
            /** @description Id of the artist. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Its URI, which ends in its kind and its id. */
            uri: string;
            /** @description Address of the largest picture beside an announced album, empty when there is none; null elsewhere. */
            profilePictureUrl: string;
        };
        /** @description An album, as the discography of an artist lists it. */
        MusicReleaseRef: {
            /** @description Id of the album. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Its URI, which ends in its kind and its id. */
            uri: string;
            /** @description Day of its release, as YYYY-MM-DD. */
            releaseDate: string;
            /** @description Address of the largest cover; empty when there is none. */
            coverUrl: string;
            /**
             * @description What it is; an EP is a single.
             * @enum {string}
             */
            type: "album" | "single" | "compilation";
        };
        /** @description A track. */
        MusicTrack: {
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Its URI, which ends in its kind and its id. */
            uri: string;
            /** @description How often it was played. */
            playcount: number;
            /** @description Length in milliseconds. */
            durationMs: number;
            /** @description Whether its words are marked as explicit. */
            explicit: boolean;
            /** @description The album that it is on. */
            album: components["schemas"]["MusicAlbumRef"];
            /** @description Who made it, the main artist first. */
            artists: components["schemas"]["MusicArtistRef"][];
        };
        /** @description One article. */
        NewsArticle: {
            /** @description Who published it. */
            source: components["schemas"]["NewsPublication"];
            /** @description Who wrote it: a name, several, or an address. */
            author: string | null;
            /** @description Its headline. */
            title: string | null;
            /** @description What it is about. */
            description: string | null;
            /** @description Address of the article. */
            url: string;
            /** @description Address of its picture. */
            urlToImage: string | null;
            /** @description When it was published, in ISO 8601. */
            publishedAt: string | null;
            /** @description Its beginning; the source cuts it off after about 200 characters. */
            content: string | null;
        };
        /** @description A page of articles. */
        NewsArticles: {
            /** @description What the source says of the question: ok. */
            status: string;
            /** @description Number of articles that fit, shown here or not. */
            totalResults: number;
            /** @description The articles. */
            articles: components["schemas"]["NewsArticle"][];
        };
        /** @description Who published an article. */
        NewsPublication: {
            /** @description Id of the publication, which headlines can be asked by; many have none. */
            id: string | null;
            /** @description Name of the publication. */
            name: string | null;
        };
        /** @description A link in a profile. */
        PhotosocialBioLink: {
            /** @description What the user calls it; empty when nothing. */
            title: string;
            /** @description Where it leads. */
            url: string;
        };
        /** @description A comment on a post. */
        PhotosocialComment: {
            /** @description Number of the comment. */
            pk: number;
            /** @description What it says; empty without any text. */
            text: string;
            /** @description When it was written, in ISO 8601. */
            createdAt: string;
            /** @description Who wrote it. */
            user: components["schemas"]["PhotosocialUserRef"];
        };
        PhotosocialCommentsResponse: {
            /** @enum {boolean} */
            success: true;
            data: components["schemas"]["PhotosocialComment"][];
        };
        /** @description A group of stories that a user keeps in the profile. */
        PhotosocialHighlight: {
            /** @description Number of the highlight. */
            id: number;
            /** @description What the user calls it. */
            title: string;
            /** @description When it was made, in ISO 8601; null where it is not said. */
            createdAt: string | null;
            /** @description Whether it is put before the others; null where it is not said. */
            isPinnedHighlight: boolean | null;
            /** @description Number of stories in it; null where it is not said. */
            mediaCount: number | null;
            /** @description Address of its cover; it expires within days. */
            coverMedia: string;
        };
        PhotosocialHighlightsResponse: {
            /** @enum {boolean} */
            success: true;
            data: components["schemas"]["PhotosocialHighlight"][];
        };
        /** @description A post: a picture, a video, or several of them. */
        PhotosocialPost: {
            /** @description Number of the post. */
            pk: number;
            /** @description That number and the author's, with _ between them. */
            id: string;
            /** @description Shortcode, as it stands in the address. */
            code: string;
            /** @description 1 is an image, 2 a video. Of several, what the first is. */
            mediaType: number;
            /** @description When it was shared, in ISO 8601. */
            takenAt: string;
            /** @description Number of likes; 0 where they are hidden. */
            likeCount: number;
            /** @description Number of comments. */
            commentCount: number;
            /** @description How often the video was played; 0 for images. */
            playCount: number;
            /** @description Its title; null without one. */
            title: string | null;
            /** @description Address of its first picture, or of one of its video; it expires within days. */
            thumbnailUrl: string;
            /** @description Address of its first video; null without any. */
            videoUrl: string | null;
            /** @description Length in seconds; 0 for images, and where it is not said. */
            videoDuration: number;
            /** @description Addresses of all its pictures, those of its videos included, in their order. */
            imageUrls: string[];
            /** @description Who shared it. */
            user: components["schemas"]["PhotosocialUserRef"];
        };
        PhotosocialPostResponse: {
            /** @enum {boolean} */
            success: true;
            data: components["schemas"]["PhotosocialPost"][];
        };
        PhotosocialProfileResponse: {
            /** @enum {boolean} */
            success: true;
            data: components["schemas"]["PhotosocialUser"];
        };
        PhotosocialStoriesResponse: {
            /** @enum {boolean} */
            success: true;
            data: components["schemas"]["PhotosocialStory"][];
        };
        /** @description A picture or video that is shown for a day, or kept in a highlight. */
        PhotosocialStory: {
            /** @description Number of the story. */
            id: number;
            /** @description 1 is an image, 2 a video. */
            mediaType: number;
            /** @description When it was shared, in ISO 8601. */
            takenAt: string;
            /** @description Address of the picture, or of one of the video; it expires within days. */
            imageUrl: string;
            /** @description Address of the video; null for images. */
            videoUrl: string | null;
            /** @description Length in seconds; 0 for images. */
            videoDuration: number;
            /** @description Who shared it. */
            user: components["schemas"]["PhotosocialUserRef"];
        };
        /** @description A user with a profile. */
        PhotosocialUser: {
            /** @description Number of the user, which stays. */
            id: string;
            /** @description Name of the user. */
            username: string;
            /** @description Name to be shown; empty when there is none. */
            fullName: string;
            /** @description What they say of themselves. */
            biography: string;
            /** @description Address of their picture, which expires within days. */
            profilePic: string;
            /** @description Whether what they share is shown to their followers alone. */
            isPrivate: boolean;
            /** @description Whether they bear the mark of verification. */
            isVerified: boolean;
            /** @description Whether the account is a business; null where it is not said. */
            isBusiness: boolean | null;
            /** @description Number of followers. */
            followers: number;
            /** @description Number of accounts they follow. */
            following: number;
            /** @description Number of posts; null where it is not said. */
            posts: number | null;
            /** @description Their website; empty without one. */
            externalUrl: string;
            /** @description 1 personal, 2 creator, 3 business; null where it is not said. */
            accountType: number | null;
            /** @description Links in their profile. */
            bioLinks: components["schemas"]["PhotosocialBioLink"][];
        };
        /** @description Who shared or wrote something, as far as it says so itself. */
        PhotosocialUserRef: {
            /** @description Number of the user, which stays. */
            pk: number;
            /** @description Name of the user. */
            username: string;
            /** @description Name to be shown; empty where it is not said. */
            fullName: string;
            /** @description Address of their picture, which expires within days. */
            profilePic: string;
            /** @description Whether what they share is shown to their followers alone. */
            isPrivate: boolean;
            /** @description Whether they bear the mark of verification; null where it is not said. */
            isVerified: boolean | null;
        };
        /** @description A board of a user. */
        PinboardBoard: {
            /** @description Name of its owner, as it was asked for. */
            username: string;
            /** @description Name of the board in its address. */
            board: string;
            /** @description How many pins are on it. */
            pin_count: number;
            /** @description The newest 100 of them, the newest first. */
            pins: components["schemas"]["PinboardPin"][];
        };
        /** @description A picture with all its bytes. */
        PinboardDownload: {
            /** @description Address that it was had from. */
            url: string;
            /** @description Its media type, by its first bytes. */
            content_type: string;
            /** @description Number of its bytes. */
            size_bytes: number;
            /** @description Its bytes in base64, as a data URI. */
            data_uri: string;
        };
        /** @description A picture that somebody has pinned. */
        PinboardPin: {
            /** @description Its title, or what else is written beside it; 200 characters at most. */
            title: string;
            /** @description Address of the largest picture that is known of it. */
            image_url: string | null;
            /** @description Address elsewhere that it leads to. */
            link: string | null;
            /** @description Domain of that address. */
            domain: string | null;
        };
        /** @description A user with a profile. */
        PinboardProfile: {
            /** @description Id of the user. */
            id: string;
            /** @description Name of the user. */
            username: string;
            /** @description Name to be shown. */
            display_name: string;
            /** @description What they say of themselves. */
            bio: string;
            /** @description Address of their picture. */
            profile_image: string;
            /** @description Number of followers. */
            follower_count: number;
            /** @description Number of users they follow. */
            following_count: number;
            /** @description Number of their pins. */
            pin_count: number;
            /** @description Number of their boards. */
            board_count: number;
            /** @description Their website; empty without one. */
            website: string;
            /** @description Whether their website, their shop or they themselves were looked at. */
            verified: boolean;
        };
        /** @description Pins that words have found. */
        PinboardSearch: {
            /** @description The words. */
            query: string;
            /** @description How many pins are listed. */
            total_results: number;
            /** @description The pins, the best first. */
            pins: components["schemas"]["PinboardPin"][];
        };
        /** @description Pins that look like another. */
        PinboardSimilar: {
            /** @description Address that was asked about. */
            source_image: string;
            /** @description How many pins are listed. */
            count: number;
            /** @description The pins, the most similar first. */
            pins: components["schemas"]["PinboardPin"][];
        };
        /** @description Pins of a user. */
        PinboardUserPins: {
            /** @description Name of the user, as it was asked for. */
            username: string;
            /** @description How many pins are listed. */
            count: number;
            /** @description The pins, the newest first. */
            pins: components["schemas"]["PinboardPin"][];
        };
        /** @description What the author of a video is counted by; 0 where the source does not say it. */
        ShortvideoAuthorStats: {
            /** @description How many follow the account; large numbers are rounded. */
            followerCount: number;
            /** @description How often its videos were liked in all; large numbers are rounded. */
            heartCount: number;
            /** @description How many videos it has. */
            videoCount: number;
        };
        /** @description A page of the feed. */
        ShortvideoFeed: {
            /** @description The videos. */
            items: components["schemas"]["ShortvideoFeedItem"][];
            /** @description `next` as a number, which REST documents at the end of the list as well. */
            cursor: number;
            /** @description Whether there is a next page. */
            hasMore: boolean;
            /** @description How many videos these are. */
            count: number;
        };
        /** @description A video in the feed. */
        ShortvideoFeedItem: {
            /** @description Id of the video. */
            id: string;
            /** @description What the author says of it, with its hashtags. */
            desc: string;
            /** @description Address of its page. */
            url: string;
            /** @description Link that plays it; good for a limited time. */
            playUrl: string;
            /** @description What it is counted by. */
            stats: components["schemas"]["ShortvideoVideoStats"];
            /** @description Who posted it. */
            author: components["schemas"]["ShortvideoFeedUserRef"];
        };
        ShortvideoFeedResponse: {
            /** @enum {boolean} */
            success: true;
            data: components["schemas"]["ShortvideoFeed"];
        };
        /** @description A user, as named beside a video. */
        ShortvideoFeedUserRef: {
            /** @description Name of the account, without @. */
            uniqueId: string;
            /** @description Name that is shown. */
            nickname: string;
            /** @description Link to the picture, 100 pixels wide and high; good for some hours. */
            avatarThumb: string;
            /** @description Whether the source has checked who it is. */
            verified: boolean;
        };
        /** @description A user, and what the user is counted by. */
        ShortvideoProfile: {
            /** @description The user. */
            user: components["schemas"]["ShortvideoUser"];
            /** @description What the user is counted by. */
            stats: components["schemas"]["ShortvideoUserStats"];
        };
        /** @description A user. */
        ShortvideoUser: {
            /** @description Id of the account; empty where the source does not say it. */
            id: string;
            /** @description Name of the account, without @. */
            uniqueId: string;
            /** @description Name that is shown. */
            nickname: string;
            /** @description What the user says of themselves. */
            signature: string;
            /** @description Link to the picture, 720 pixels wide and high; good for some hours. */
            avatar: string;
            /** @description Link to the picture, 100 pixels wide and high; good for some hours. */
            avatarThumb: string;
            /** @description Link to the picture, 720 pixels wide and high; good for some hours. */
            avatarMedium: string;
            /** @description Link to the picture, 1080 pixels wide and high; good for some hours. */
            avatarLarger: string;
            /** @description Whether the source has checked who it is. */
            verified: boolean;
            /** @description Whether only followers see the videos. */
            privateAccount: boolean;
        };
        /** @description A user, as named beside a video. */
        ShortvideoUserRef: {
            /** @description Id of the account; empty where the source does not say it. */
            id: string;
            /** @description Name of the account, without @. */
            uniqueId: string;
            /** @description Name that is shown. */
            nickname: string;
            /** @description Link to the picture, 720 pixels wide and high; good for some hours. */
            avatarMedium: string;
            /** @description Whether the source has checked who it is. */
            verified: boolean;
            /** @description Whether only followers see the videos. */
            privateAccount: boolean;
            /** @description What the author is counted by; null in the feed. */
            stats: components["schemas"]["ShortvideoAuthorStats"];
        };
        ShortvideoUserResponse: {
            /** @enum {boolean} */
            success: true;
            data: components["schemas"]["ShortvideoProfile"];
        };
        /** @description What a user is counted by. */
        ShortvideoUserStats: {
            /** @description How many follow the account; large numbers are rounded. */
            followerCount: number;
            /** @description How many accounts the user follows. */
            followingCount: number;
            /** @description How often its videos were liked in all; large numbers are rounded. */
            heartCount: number;
            /** @description How many videos it has. */
            videoCount: number;
        };
        /** @description A video. */
        ShortvideoVideo: {
            /** @description Id of the video. */
            id: string;
            /** @description What the author says of it, with its hashtags. */
            desc: string;
            /** @description When it was posted, in ISO 8601. */
            createTime: string;
            /** @description Link that plays it; good for a limited time. */
            url: string;
            /** @description What it is counted by. */
            stats: components["schemas"]["ShortvideoVideoStats"];
            /** @description Who posted it. */
            author: components["schemas"]["ShortvideoUserRef"];
        };
        ShortvideoVideoResponse: {
            /** @enum {boolean} */
            success: true;
            data: components["schemas"]["ShortvideoVideo"];
        };
        /** @description What a video is counted by; 0 where the source does not say it. */
        ShortvideoVideoStats: {
            /** @description How often it was played. */
            playCount: number;
            /** @description How often it was liked. */
            diggCount: number;
            /** @description How many comments it has. */
            commentCount: number;
            /** @description How often it was shared. */
            shareCount: number;
            /** @description How often it was saved. */
            collectCount: number;
        };
        /** @description One fact about a song. */
        SongidFact: {
            /** @description What it tells: Album, Label, Released or the like. */
            title: string;
            /** @description The fact itself. */
            text: string;
        };
        /** @description What kind of music a song is. */
        SongidGenres: {
            /** @description Main genre; null when it is not known. */
            primary: string | null;
        };
        /** @description What song a recording was found to be. */
        SongidIdentification: {
            /** @description Whether a song was recognised. */
            matched: boolean;
            /** @description How the recording lies on the song, the best first; none when no song was recognised. */
            matches: components["schemas"]["SongidMatch"][];
            /** @description The song; null when none was recognised. */
            track: components["schemas"]["SongidTrack"] | null;
        };
        SongidIdentifyUploadForm: {
            /**
             * Format: binary
             * @description Sound, or a video with sound. Its name ends in one of .mp3, .mp4, .m4a, .wav, .ogg, .flac, .aac, .webm; 10485760 bytes at the most.
             */
            file: string;
        };
        /** @description How a recording lies on a song. */
        SongidMatch: {
            /** @description Id of the song at whoever recognised it. */
            id: string;
            /** @description Where in the song the part that was listened to begins, in seconds. */
            offset: number;
            /** @description How much faster it runs than the song: 0.01 is one per cent. */
            timeskew: number;
            /** @description How much higher it sounds than the song: 0.01 is one per cent. */
            frequencyskew: number;
        };
        /** @description A part of what is known of a song. */
        SongidSection: {
            /** @description SONG has the facts; others, such as LYRICS, have none. */
            type: string;
            /** @description Facts, in the order of their source. */
            metadata: components["schemas"]["SongidFact"][];
        };
        /** @description A song that was recognised. */
        SongidTrack: {
            /** @description Its title. */
            title: string;
            /** @description Its artist. */
            subtitle: string;
            /** @description Page of the song; empty when there is none. */
            url: string;
            /** @description What kind of music it is. */
            genres: components["schemas"]["SongidGenres"];
            /** @description What is known of it. */
            sections: components["schemas"]["SongidSection"][];
        };
        /** @description One bout of a card. */
        SportsBout: {
            /** @description Id at the source. */
            id: string;
            /** @description When its part of the card begins, in ISO 8601. */
            date: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "Pre-Game" | "Live" | "In Progress" | "Halftime" | "Intermission" | "Final" | "Postponed" | "Canceled";
            /** @description Weight class. */
            weight_class: string | null;
            /** @description Rounds that it is set for. */
            rounds: number | null;
            /** @description Round that is fought or was fought last; null before the bout begins. */
            round: number | null;
            /** @description Time of the round as the source shows it; null before the bout begins. */
            clock: string | null;
            /** @description The two fighters. */
            fighters: components["schemas"]["SportsFighter"][];
            /** @description How it ended; null until it is over. */
            result: components["schemas"]["SportsBoutResult"] | null;
        };
        /** @description How a bout ended. */
        SportsBoutResult: {
            /** @description Name of the winner; null after a draw and where the bout does not count. */
            winner: string | null;
            /** @description KO/TKO, Submission, Decision or another word of the source; null when it does not tell. */
            method: string | null;
            /** @description Round that it ended in. */
            round: number | null;
            /** @description Time in that round, as minutes:seconds. */
            time: string | null;
        };
        /** @description A card of mixed martial arts: one evening and its bouts. */
        SportsFightCard: {
            /** @description Id at the source, within its sport. */
            id: string;
            /** @description Name of the card. */
            name: string | null;
            /** @description When it begins, in ISO 8601. */
            date: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "Pre-Game" | "Live" | "In Progress" | "Halftime" | "Intermission" | "Final" | "Postponed" | "Canceled";
            /** @description Name of the place. */
            venue: string | null;
            /** @description The bouts; the main one comes last. */
            bouts: components["schemas"]["SportsBout"][];
        };
        /** @description A fighter in a bout. */
        SportsFighter: {
            /** @description Id of the fighter at the source. */
            id: string;
            /** @description Name; null while nobody is named yet. */
            name: string | null;
            /** @description Wins, losses and draws, such as 19-5-0. */
            record: string | null;
            /** @description Country fought for. */
            country: string | null;
            /** @description Whether this fighter won; null until the bout is over. */
            winner: boolean | null;
        };
        /** @description Cards of mixed martial arts. */
        SportsFights: {
            /** @description The cards, in the order of the source. */
            games: components["schemas"]["SportsFightCard"][];
        };
        /** @description A game of basketball, football or hockey. */
        SportsFootballProScoreboardGame: {
            /** @description The team on the road. */
            away_team: components["schemas"]["SportsGameTeam"];
            /** @description The team at home. */
            home_team: components["schemas"]["SportsGameTeam"];
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "Pre-Game" | "Live" | "In Progress" | "Halftime" | "Intermission" | "Final" | "Postponed" | "Canceled";
            /** @description Quarter, half or third that is played or was played last; null before the game begins. */
            quarter: number | null;
        };
        /** @description The games of a league. */
        SportsFootballProScoreboardResponse: {
            /** @description Week of the season, where the league plays by the week. */
            week: number | null;
            /** @description Year that names the season. */
            season: number | null;
            /** @description The games, in the order of the source. */
            games: components["schemas"]["SportsFootballProScoreboardGame"][];
        };
        /** @description A game of basketball, football or hockey. */
        SportsGame: {
            /** @description The team on the road. */
            away_team: components["schemas"]["SportsGameTeam"];
            /** @description The team at home. */
            home_team: components["schemas"]["SportsGameTeam"];
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "Pre-Game" | "Live" | "In Progress" | "Halftime" | "Intermission" | "Final" | "Postponed" | "Canceled";
        };
        /** @description A team in a game. */
        SportsGameTeam: {
            /** @description Full name. */
            name: string;
            /** @description Short name, such as BOS. */
            abbreviation: string | null;
            /** @description Points; null before the game begins. */
            score: number | null;
            /** @description Address of its logo. */
            logo: string | null;
            /** @description Wins and losses over the season, such as 12-3; in hockey with overtime losses behind them, in soccer with draws between them. */
            record?: string;
        };
        /** @description A game of basketball, football or hockey. */
        SportsHockeyProScoreboardGame: {
            /** @description The team on the road. */
            away_team: components["schemas"]["SportsGameTeam"];
            /** @description The team at home. */
            home_team: components["schemas"]["SportsGameTeam"];
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "Pre-Game" | "Live" | "In Progress" | "Halftime" | "Intermission" | "Final" | "Postponed" | "Canceled";
            /** @description Quarter, half or third that is played or was played last; null before the game begins. */
            period: number | null;
            /** @description Time of the period as the source shows it; null before the game begins. */
            clock: string | null;
            /** @description Where it stands in the words of the source, such as "2:00 - 4th" or "Final/OT". */
            detail: string | null;
        };
        /** @description The games of a league. */
        SportsHockeyProScoreboardResponse: {
            /** @description The games, in the order of the source. */
            games: components["schemas"]["SportsHockeyProScoreboardGame"][];
        };
        /** @description A match of soccer. */
        SportsMatch: {
            /** @description The team on the road. */
            away_team: components["schemas"]["SportsGameTeam"];
            /** @description The team at home. */
            home_team: components["schemas"]["SportsGameTeam"];
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "Pre-Game" | "Live" | "In Progress" | "Halftime" | "Intermission" | "Final" | "Postponed" | "Canceled";
            /** @description Name of its league where matches of all leagues stand together; otherwise the list has it. */
            league_name?: string;
        };
        /** @description The games of a league. */
        SportsScoreboard: {
            /** @description The games, in the order of the source. */
            games: components["schemas"]["SportsGame"][];
        };
        /** @description The matches of a soccer league, or of all. */
        SportsSoccer: {
            /** @description Name of the league; all for every league. */
            league_name: string;
            /** @description The matches in the order of the source, league by league. */
            matches: components["schemas"]["SportsMatch"][];
        };
        /** @description A team of a league. */
        SportsTeam: {
            /** @description Id of the team at the source, within its sport. */
            id: string;
            /** @description Full name. */
            name: string;
            /** @description Short name, such as BOS. */
            abbreviation: string | null;
            /** @description City, region or school. */
            location: string | null;
            /** @description Name without the place. */
            nickname: string | null;
            /** @description Main colour, as six hexadecimal digits. */
            color: string | null;
            /** @description Address of its logo. */
            logo: string | null;
        };
        /** @description The teams of a league. */
        SportsTeams: {
            /** @description Every team, by name. */
            teams: components["schemas"]["SportsTeam"][];
        };
        /** @description One episode of a season. Values that the source does not know read N/A. */
        TitledbEpisode: {
            /** @description Name of the episode. */
            Title: string;
            /** @description Day that it was first shown on, as YYYY-MM-DD. */
            Released: string;
            /** @description Its number in the season. */
            Episode: string;
            /** @description Rating by users, from 1.0 to 10.0. */
            titledbRating: string;
            /** @description Id of the episode, tt and digits. */
            titledbID: string;
        };
        /** @description How one publication rates a title. */
        TitledbRating: {
            /** @description Name of the publication. */
            Source: string;
            /** @description The rating as it gives it, such as 8.0/10 or 85%. */
            Value: string;
        };
        /** @description A page of what a search found. */
        TitledbSearch: {
            /** @description The titles of this page. */
            Search: components["schemas"]["TitledbSearchResult"][];
            /** @description How many titles there are on all pages, in digits. */
            totalResults: string;
            /** @description The word True: something was found. */
            Response: string;
        };
        /** @description One title of a search. Values that the source does not know read N/A. */
        TitledbSearchResult: {
            /** @description Name of the title. */
            Title: string;
            /** @description Year that it came out in; of a series the years that it ran, such as 2004–2010 or 2011–. */
            Year: string;
            /** @description Id of the title, tt and digits. */
            titledbID: string;
            /** @description Kind of title: movie, series, episode or game. */
            Type: string;
            /** @description Address of its poster. */
            Poster: string;
        };
        /** @description One season of a series. */
        TitledbSeason: {
            /** @description Name of the series. */
            Title: string;
            /** @description Number of the season. */
            Season: string;
            /** @description How many seasons the series has; N/A where the source does not know. */
            totalSeasons: string;
            /** @description The episodes that the source knows; numbers can be missing between them. */
            Episodes: components["schemas"]["TitledbEpisode"][];
            /** @description The word True: something was found. */
            Response: string;
        };
        /** @description A film, a series or an episode. Values that the source does not know read N/A. */
        TitledbTitle: {
            /** @description Name of the title. */
            Title: string;
            /** @description Year that it came out in; of a series the years that it ran, such as 2004–2010 or 2011–. */
            Year: string;
            /** @description Id of the title, tt and digits. */
            titledbID: string;
            /** @description Kind of title: movie, series, episode or game. */
            Type: string;
            /** @description Address of its poster. */
            Poster: string;
            /** @description Whom it is fit for, such as PG-13 or TV-MA. */
            Rated: string;
            /** @description Day that it first came out on, such as 16 Jul 2010. */
            Released: string;
            /** @description Length, such as 121 min. */
            Runtime: string;
            /** @description Genres, with commas between them. */
            Genre: string;
            /** @description Directors, with commas between them. */
            Director: string;
            /** @description Writers, with commas between them. */
            Writer: string;
            /** @description Main actors, with commas between them. */
            Actors: string;
            /** @description What happens in it. */
            Plot: string;
            /** @description Languages spoken, with commas between them. */
            Language: string;
            /** @description Countries it is from, with commas between them. */
            Country: string;
            /** @description Awards and nominations, in words. */
            Awards: string;
            /** @description Ratings of several publications. */
            Ratings: components["schemas"]["TitledbRating"][];
            /** @description Average of the critics, from 0 to 100. */
            Metascore: string;
            /** @description Rating by users, from 1.0 to 10.0. */
            titledbRating: string;
            /** @description How many users rated it, with commas at the thousands. */
            titledbVotes: string;
            /** @description Day that a film came out on disc. */
            DVD: string;
            /** @description What a film took at the box office, in dollars. */
            BoxOffice: string;
            /** @description Who produced a film. */
            Production: string;
            /** @description Address of a film’s own site. */
            Website: string;
            /** @description The word True: something was found. */
            Response: string;
        };
        /** @description A channel with its uploads and its playlists. */
        VideositeAllData: {
            /** @description When the channel was fetched, in ISO 8601. */
            fetched_at: string;
            /** @description The channel. */
            channel: components["schemas"]["VideositeChannel"];
            /** @description Id of the playlist of everything that was uploaded there. */
            uploads_playlist_id: string;
            /** @description What was uploaded, the newest first. */
            videos: components["schemas"]["VideositeVideo"][];
            /** @description Up to 50 of its playlists. */
            playlists: components["schemas"]["VideositePlaylist"][];
            /** @description Up to 50 of the newest videos, as a search of the channel finds them. */
            search_results: components["schemas"]["VideositeSearchResult"][];
        };
        /** @description Somebody’s place on the site, with the videos uploaded there. */
        VideositeChannel: {
            /** @description Id of the channel; it begins with UC. */
            id: string;
            /** @description What it says of itself. */
            snippet: components["schemas"]["VideositeChannelSnippet"];
            /** @description Its counts. */
            statistics: components["schemas"]["VideositeChannelStatistics"];
        };
        /** @description What a channel says of itself. */
        VideositeChannelSnippet: {
            /** @description Its name. */
            title: string;
            /** @description What it is about; may be empty. */
            description: string;
            /** @description Its handle, with an @ in front; null when it has none. */
            customUrl: string | null;
            /** @description When it was made, in ISO 8601. */
            publishedAt: string;
            /** @description Country code of two letters; null when it names none. */
            country: string | null;
            /** @description Its picture. */
            thumbnails: components["schemas"]["VideositeThumbnails"];
        };
        /** @description Counts of a channel, in digits. */
        VideositeChannelStatistics: {
            /** @description How often its videos were watched. */
            viewCount: string | null;
            /** @description How many subscribe to it, to three digits; null when that is hidden. */
            subscriberCount: string | null;
            /** @description How many public videos it has. */
            videoCount: string | null;
            /** @description Whether it hides how many subscribe to it. */
            hiddenSubscriberCount: boolean | null;
        };
        /** @description A comment. */
        VideositeComment: {
            /** @description Id of the comment. */
            id: string;
            /** @description What it says. */
            snippet: components["schemas"]["VideositeCommentSnippet"];
        };
        /** @description Comments on a video. */
        VideositeCommentPage: {
            /** @description How many there are in this part. */
            count: number;
            /** @description The comments, the newest first. */
            comments: components["schemas"]["VideositeCommentThread"][];
        };
        /** @description What a comment says. */
        VideositeCommentSnippet: {
            /** @description Its text, as HTML. */
            textDisplay: string;
            /** @description Name of who wrote it. */
            authorDisplayName: string;
            /** @description How many like it. */
            likeCount: number;
            /** @description When it was written, in ISO 8601. */
            publishedAt: string;
        };
        /** @description A comment that answers no other, with what answers it. */
        VideositeCommentThread: {
            /** @description Id of the thread. */
            id: string;
            /** @description The comment and how many answer it. */
            snippet: components["schemas"]["VideositeCommentThreadSnippet"];
        };
        /** @description A comment and how many answer it. */
        VideositeCommentThreadSnippet: {
            /** @description Id of the video. */
            videoId: string;
            /** @description How many comments answer it. */
            totalReplyCount: number;
            /** @description The comment itself. */
            topLevelComment: components["schemas"]["VideositeComment"];
        };
        /** @description Videos that somebody put together. */
        VideositePlaylist: {
            /** @description Id of the playlist. */
            id: string;
            /** @description What is said of it. */
            snippet: components["schemas"]["VideositePlaylistSnippet"];
            /** @description What it holds. */
            contentDetails: components["schemas"]["VideositePlaylistContent"];
        };
        /** @description What a playlist holds. */
        VideositePlaylistContent: {
            /** @description How many items it has. */
            itemCount: number | null;
        };
        /** @description One place in a playlist. */
        VideositePlaylistItem: {
            /** @description Id of the place. */
            id: string;
            /** @description What is said of it. */
            snippet: components["schemas"]["VideositePlaylistItemSnippet"];
            /** @description The video there. */
            contentDetails: components["schemas"]["VideositePlaylistItemContent"];
        };
        /** @description The video that is an item of a playlist. */
        VideositePlaylistItemContent: {
            /** @description Id of the video. */
            videoId: string;
            /** @description When the video was published, in ISO 8601; null when it was deleted or made private. */
            videoPublishedAt: string | null;
        };
        /** @description What is in a playlist. */
        VideositePlaylistItemPage: {
            /** @description How many there are in this part. */
            count: number;
            /** @description The items, in the order of the list. */
            items: components["schemas"]["VideositePlaylistItem"][];
        };
        /** @description What is said of an item of a playlist. */
        VideositePlaylistItemSnippet: {
            /** @description Title of the video. */
            title: string;
            /** @description Its place in the list; 0 is the first. */
            position: number;
            /** @description Name of the channel that the playlist belongs to. */
            channelTitle: string;
            /** @description What it is. */
            resourceId: components["schemas"]["VideositeResourceId"];
        };
        /** @description Playlists of a channel. */
        VideositePlaylistPage: {
            /** @description How many there are in this part. */
            count: number;
            /** @description The playlists. */
            playlists: components["schemas"]["VideositePlaylist"][];
        };
        /** @description What is said of a playlist. */
        VideositePlaylistSnippet: {
            /** @description Its title. */
            title: string;
            /** @description What it is about; may be empty. */
            description: string;
            /** @description Name of that channel. */
            channelTitle: string;
            /** @description When it was made, in ISO 8601. */
            publishedAt: string;
        };
        /** @description What an item of a playlist is, by its kind and id. */
        VideositeResourceId: {
            /** @description Its kind, after a # behind the name of the platform. */
            kind: string;
            /** @description Id of the video. */
            videoId: string;
        };
        /** @description What a search found. */
        VideositeSearch: {
            /** @description How many there are. */
            count: number;
            /** @description What was found, in the order asked for. */
            results: components["schemas"]["VideositeSearchResult"][];
        };
        /** @description A video, a playlist or a channel that a search found. */
        VideositeSearchResult: {
            /** @description That it was found by a search. */
            kind: string;
            /** @description What it is. */
            id: components["schemas"]["VideositeSearchResultId"];
            /** @description What is said of it. */
            snippet: components["schemas"]["VideositeSearchResultSnippet"];
        };
        /** @description What a search found, by its kind and id. */
        VideositeSearchResultId: {
            /** @description Its kind, after a # behind the name of the platform. */
            kind: string;
            /** @description Id of the video, if it is one. */
            videoId: string | null;
            /** @description Id of the playlist, if it is one. */
            playlistId?: string;
            /** @description Id of the channel, if it is one. */
            channelId?: string;
        };
        /** @description What is said of something that a search found. */
        VideositeSearchResultSnippet: {
            /** @description Its title; a search writes characters such as & as HTML does. */
            title: string;
            /** @description Name of that channel; may be empty. */
            channelTitle: string;
            /** @description When it was published, in ISO 8601. */
            publishedAt: string;
            /** @description The beginning of what is said of it. */
            description: string;
        };
        /** @description A picture. */
        VideositeThumbnail: {
            /** @description Its address. */
            url: string;
            /** @description Width in pixels. */
            width: number | null;
            /** @description Height in pixels. */
            height: number | null;
        };
        /** @description A picture in several sizes. */
        VideositeThumbnails: {
            /** @description The small one. */
            default: components["schemas"]["VideositeThumbnail"] | null;
            /** @description A large one. */
            high: components["schemas"]["VideositeThumbnail"] | null;
        };
        /** @description A video. */
        VideositeVideo: {
            /** @description Id of the video. */
            id: string;
            /** @description What is said of it. */
            snippet: components["schemas"]["VideositeVideoSnippet"];
            /** @description Its counts. */
            statistics: components["schemas"]["VideositeVideoStatistics"];
            /** @description What it is made of. */
            contentDetails: components["schemas"]["VideositeVideoContent"];
            /** @description Who may watch it, and where. */
            status: components["schemas"]["VideositeVideoStatus"];
        };
        /** @description What a video is made of. */
        VideositeVideoContent: {
            /** @description Its length as an ISO 8601 duration, such as PT21M7S; P0D while it is live. */
            duration: string | null;
            /** @description hd or sd. */
            definition: string | null;
            /** @description Whether it has captions: true or false. */
            caption: string | null;
        };
        /** @description What is said of a video. */
        VideositeVideoSnippet: {
            /** @description Its title. */
            title: string;
            /** @description Id of the channel that it belongs to. */
            channelId: string;
            /** @description Name of that channel. */
            channelTitle: string;
            /** @description When it was published, in ISO 8601. */
            publishedAt: string;
            /** @description Words that the uploader put on it. */
            tags: string[];
            /** @description Number of its category. */
            categoryId: string | null;
        };
        /** @description Counts of a video, in digits. */
        VideositeVideoStatistics: {
            /** @description How often it was watched; null when that is hidden. */
            viewCount: string | null;
            /** @description How many like it; null when that is hidden. */
            likeCount: string | null;
            /** @description How many comments it has; null when they are turned off. */
            commentCount: string | null;
        };
        /** @description Who may watch a video, and where. */
        VideositeVideoStatus: {
            /** @description public or unlisted. */
            privacyStatus: string | null;
            /** @description Whether other sites may show it. */
            embeddable: boolean | null;
            /** @description Whether it is made for children. */
            madeForKids: boolean | null;
        };
        /** @description A city and its daylight. */
        WeatherCity: {
            /** @description Where the city is. */
            coord: components["schemas"]["WeatherCoordinates"];
            /** @description Country code of two letters. */
            country: string | null;
            /** @description Id of the city at the source. */
            id: number | null;
            /** @description Name of the city. */
            name: string;
            /** @description Number of people who live there; 0 when the source does not know. */
            population: number | null;
            /** @description Sunrise of the day, in Unix seconds. */
            sunrise: number | null;
            /** @description Sunset of the day, in Unix seconds. */
            sunset: number | null;
            /** @description Offset from UTC in seconds. */
            timezone: number | null;
        };
        /** @description Cover of the sky. */
        WeatherClouds: {
            /** @description Part of the sky that is covered, in percent. */
            all: number;
        };
        /** @description One kind of weather, such as light rain. */
        WeatherCondition: {
            /** @description Number of the kind, such as 500. */
            id: number;
            /** @description Family that it belongs to, such as Rain. */
            main: string;
            /** @description What it is in words. */
            description: string;
            /** @description Name of its icon; ends in d by day and n by night. */
            icon: string;
        };
        /** @description A position on the globe, in degrees. */
        WeatherCoordinates: {
            /** @description Latitude, north positive. */
            lat: number;
            /** @description Longitude, east positive. */
            lon: number;
        };
        /** @description The weather in a place now. */
        WeatherCurrent: {
            /** @description Cover of the sky. */
            clouds: components["schemas"]["WeatherClouds"];
            /** @description The moment, in Unix seconds. */
            dt: number;
            /** @description Temperature, pressure and humidity. */
            main: components["schemas"]["WeatherMeasurements"];
            /** @description How far one can see, in metres; 10000 at most. */
            visibility: number | null;
            /** @description Kinds of weather, the main one first. */
            weather: components["schemas"]["WeatherCondition"][];
            /** @description Wind near the ground. */
            wind: components["schemas"]["WeatherWind"];
            /** @description What the report was made from. */
            base: string;
            /** @description Status that the source gave with the report: 200. */
            cod: number;
            /** @description Where the place is. */
            coord: components["schemas"]["WeatherCoordinates"];
            /** @description Id of the place at the source. */
            id: number;
            /** @description Name of the place. */
            name: string;
            /** @description Country, daylight and station. */
            sys: components["schemas"]["WeatherSystem"];
            /** @description Offset from UTC in seconds. */
            timezone: number | null;
        };
        /** @description The weather of a city for the next days. */
        WeatherForecast: {
            /** @description The city. */
            city: components["schemas"]["WeatherCity"];
            /** @description How many intervals there are. */
            cnt: number;
            /** @description Status that the source gave with the forecast: 200. */
            cod: string;
            /** @description A number of the source without further meaning. */
            message: number;
            /** @description The intervals, the next one first. */
            list: components["schemas"]["WeatherInterval"][];
        };
        /** @description The weather expected for three hours. */
        WeatherInterval: {
            /** @description Cover of the sky. */
            clouds: components["schemas"]["WeatherClouds"];
            /** @description The moment, in Unix seconds. */
            dt: number;
            /** @description Temperature, pressure and humidity. */
            main: components["schemas"]["WeatherMeasurements"];
            /** @description How far one can see, in metres; 10000 at most. */
            visibility: number | null;
            /** @description Kinds of weather, the main one first. */
            weather: components["schemas"]["WeatherCondition"][];
            /** @description Wind near the ground. */
            wind: components["schemas"]["WeatherWind"];
            /** @description The moment in UTC, as YYYY-MM-DD HH:MM:SS. */
            dt_txt: string;
            /** @description Probability of rain or snow, from 0 to 1. */
            pop: number;
            /** @description Day or night. */
            sys: components["schemas"]["WeatherPartOfDay"];
        };
        /** @description Temperature, pressure and humidity. */
        WeatherMeasurements: {
            /** @description Temperature, in kelvin by default. */
            temp: number;
            /** @description Temperature as people feel it, in kelvin by default. */
            feels_like: number | null;
            /** @description Lowest temperature in the area, in kelvin by default. */
            temp_min: number;
            /** @description Highest temperature in the area, in kelvin by default. */
            temp_max: number;
            /** @description Air pressure in hectopascal. */
            pressure: number;
            /** @description Relative humidity in percent. */
            humidity: number;
            /** @description Air pressure reduced to sea level, in hectopascal. */
            sea_level: number | null;
            /** @description Air pressure at the ground, in hectopascal. */
            grnd_level: number | null;
        };
        /** @description Whether a moment lies in the day or in the night. */
        WeatherPartOfDay: {
            /** @description d by day, n by night. */
            pod: string;
        };
        /** @description Country and daylight of a place, and the station that measured. */
        WeatherSystem: {
            /** @description Country code of two letters. */
            country: string | null;
            /** @description Id of the station. */
            id: number | null;
            /** @description Sunrise of the day, in Unix seconds. */
            sunrise: number | null;
            /** @description Sunset of the day, in Unix seconds. */
            sunset: number | null;
            /** @description Kind of the station, a number of the source. */
            type: number | null;
        };
        /** @description Wind near the ground. */
        WeatherWind: {
            /** @description Speed, in metres per second by default. */
            speed: number;
            /** @description Direction it comes from, in degrees clockwise from north. */
            deg: number | null;
            /** @description Speed of gusts, in metres per second by default; null when there are none. */
            gust: number | null;
        };
    };
    responses: never;
    parameters: {
        /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
        fields: string;
        /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
        sandboxFault: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    arenagameBattlelogByTag: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Tag of the player, such as "2PP00".
                 * @example 2PP00
                 */
                tag: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The last battles of a player, the newest first; up to 25. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArenagameBattlelogByTagResponse"];
                };
            };
        };
    };
    arenagameClubByTag: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Tag of the club, such as "2PP00".
                 * @example 2PP00
                 */
                tag: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description A club with its members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArenagameClub"];
                };
            };
        };
    };
    arenagameClubMembers: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Tag of the club, such as "2PP00".
                 * @example 2PP00
                 */
                tag: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The members of a club. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArenagameClubMembersResponse"];
                };
            };
        };
    };
    arenagameEventsRotation: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The events that are played now, and when each of them ends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArenagameSlot"][];
                };
            };
        };
    };
    arenagameFighters: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every fighter of the game. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArenagameFightersResponse"];
                };
            };
        };
    };
    arenagameFightersByFighterId: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Number of the fighter, as the list of fighters tells it, such as 16000000.
                 * @example 16000000
                 */
                fighterId: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description A fighter of the game. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArenagameFighter"];
                };
            };
        };
    };
    arenagamePlayerByTag: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Tag of the player, such as "2PP00".
                 * @example 2PP00
                 */
                tag: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description A player and their fighters. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArenagamePlayer"];
                };
            };
        };
    };
    arenagameRankingsGlobalClubs: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The 200 clubs of the world with the most trophies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArenagameRankingsGlobalClubsResponse"];
                };
            };
        };
    };
    arenagameRankingsGlobalFightersByFighterId: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Number of the fighter, as the list of fighters tells it, such as 16000000.
                 * @example 16000000
                 */
                fighterId: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The 200 players of the world with the most trophies with one fighter. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArenagameRankingsGlobalFightersByFighterIdResponse"];
                };
            };
        };
    };
    arenagameRankingsGlobalPlayers: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The 200 players of the world with the most trophies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArenagameRankingsGlobalPlayersResponse"];
                };
            };
        };
    };
    blockgameAvatarByUserId: {
        parameters: {
            query?: {
                /**
                 * @description Width and height of the picture, in pixels.
                 * @example 420x420
                 */
                size?: "30x30" | "48x48" | "60x60" | "75x75" | "100x100" | "110x110" | "140x140" | "150x150" | "150x200" | "180x180" | "250x250" | "352x352" | "420x420" | "720x720";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Id of the player, which is a number and not the name.
                 * @example 156
                 */
                userId: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description A picture of a player’s whole avatar, by the player’s id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockgameAvatarThumbnail"];
                };
            };
        };
    };
    blockgameTemplateByAssetId: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Id of the asset.
                 * @example 607785314
                 */
                assetId: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
        };
    };
    blockgameByUsername: {
        parameters: {
            query?: {
                /** @description How many collectible items are looked at, at most, for their number and worth. */
                limit?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Name of the player, such as "builderman"; upper and lower case are the same.
                 * @example builderman
                 */
                username: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description A player: profile, presence, counts, and what the collectibles are worth. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockgamePlayer"];
                };
            };
        };
    };
    blockgameAvatar: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Name of the player, such as "builderman"; upper and lower case are the same.
                 * @example builderman
                 */
                username: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description What a player’s avatar is made of: build, colours, clothes and emotes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockgameAvatar"];
                };
            };
        };
    };
    blockgameBadges: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Name of the player, such as "builderman"; upper and lower case are the same.
                 * @example builderman
                 */
                username: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The first 25 badges that a player earned, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockgameBadgesResponse"];
                };
            };
        };
    };
    blockgameFriends: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Name of the player, such as "builderman"; upper and lower case are the same.
                 * @example builderman
                 */
                username: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The friends of a player. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockgameFriends"];
                };
            };
        };
    };
    blockgameGames: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Name of the player, such as "builderman"; upper and lower case are the same.
                 * @example builderman
                 */
                username: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The public games that a player has made, the newest first; up to 50. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockgameGames"];
                };
            };
        };
    };
    blockgameGroups: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Name of the player, such as "builderman"; upper and lower case are the same.
                 * @example builderman
                 */
                username: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The groups that a player is in, with the role there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockgameGroupsResponse"];
                };
            };
        };
    };
    blockgameMarketdata: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Name of the player, such as "builderman"; upper and lower case are the same.
                 * @example builderman
                 */
                username: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description What the market-data source knows of a player and the collectibles that the player owns. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockgameMarketData"];
                };
            };
        };
    };
    blockgameOutfits: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Name of the player, such as "builderman"; upper and lower case are the same.
                 * @example builderman
                 */
                username: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The outfits that a player has put together; up to 100. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockgameOutfitsResponse"];
                };
            };
        };
    };
    blockgameUsernameHistory: {
        parameters: {
            query?: {
                /** @description How many items, at most; 100 is the maximum. */
                limit?: number;
                /** @description Asc for the oldest first, Desc for the newest. */
                sortOrder?: "Asc" | "Desc";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Name of the player, such as "builderman"; upper and lower case are the same.
                 * @example builderman
                 */
                username: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The names that a player had before the present one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockgameUsernameHistory"];
                };
            };
        };
    };
    brgameAes: {
        parameters: {
            query?: {
                /**
                 * @description How the keys are written.
                 * @example hex
                 */
                keyFormat?: "hex" | "base64";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The keys that the files of the game are encrypted with. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameAesResponse"];
                };
            };
        };
    };
    brgameBanners: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The pictures that players can put on their banners. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameBannersResponse"];
                };
            };
        };
    };
    brgameBannersColors: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The colours that banners can have. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameBannersColorsResponse"];
                };
            };
        };
    };
    brgameCosmetics: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every item of the game, by kind. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsResponse"];
                };
            };
        };
    };
    brgameCosmeticsBeans: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every cosmetic in the form of a bean. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsBeansResponse"];
                };
            };
        };
    };
    brgameCosmeticsBr: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every cosmetic of the battle royale. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsBrResponse"];
                };
            };
        };
    };
    brgameCosmeticsBrSearch: {
        parameters: {
            query?: {
                /**
                 * @description Type of the cosmetic, such as "outfit", "backpack", "pickaxe", "glider" or "wrap".
                 * @example outfit
                 */
                type?: string;
                /**
                 * @description Rarity of the cosmetic, such as "legendary", "epic", "rare", "uncommon" or "common".
                 * @example legendary
                 */
                rarity?: string;
                /** @description Name of the cosmetic, or a part of it; upper case does not matter. */
                name?: string;
                /** @description How the name matches. */
                matchMethod?: "full" | "contains" | "starts" | "ends";
                /** @description Language of names and descriptions. */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The first cosmetic of the battle royale that matches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsBrSearchResponse"];
                };
            };
        };
    };
    brgameCosmeticsBrSearchAll: {
        parameters: {
            query?: {
                /**
                 * @description Type of the cosmetic, such as "outfit", "backpack", "pickaxe", "glider" or "wrap".
                 * @example outfit
                 */
                type?: string;
                /**
                 * @description Rarity of the cosmetic, such as "legendary", "epic", "rare", "uncommon" or "common".
                 * @example legendary
                 */
                rarity?: string;
                /** @description Name of the cosmetic, or a part of it; upper case does not matter. */
                name?: string;
                /** @description How the name matches. */
                matchMethod?: "full" | "contains" | "starts" | "ends";
                /** @description Language of names and descriptions. */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every cosmetic of the battle royale that matches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsBrSearchAllResponse"];
                };
            };
        };
    };
    brgameCosmeticsBrSearchIds: {
        parameters: {
            query: {
                /**
                 * @description Ids of the cosmetics.
                 * @example [
                 *       "CID_028_Athena_Commando_F"
                 *     ]
                 */
                id: string[];
                /** @description Language of names and descriptions. */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Several cosmetics by their ids, in that order; without those that do not exist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsBrSearchIdsResponse"];
                };
            };
        };
    };
    brgameCosmeticsBrByCosmeticId: {
        parameters: {
            query?: {
                /** @description Language of names and descriptions. */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Id of the cosmetic, such as "CID_028_Athena_Commando_F".
                 * @example CID_028_Athena_Commando_F
                 */
                cosmetic_id: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description A cosmetic, with the days on which it was in the shop. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsBrByCosmeticIdResponse"];
                };
            };
        };
    };
    brgameCosmeticsCars: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every part of a car. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsCarsResponse"];
                };
            };
        };
    };
    brgameCosmeticsInstruments: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every instrument. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsInstrumentsResponse"];
                };
            };
        };
    };
    brgameCosmeticsLego: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every cosmetic in the form of bricks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsLegoResponse"];
                };
            };
        };
    };
    brgameCosmeticsLegoKits: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every kit of bricks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsLegoKitsResponse"];
                };
            };
        };
    };
    brgameCosmeticsNew: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The items that the last update of the game brought. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsNewResponse"];
                };
            };
        };
    };
    brgameCosmeticsTracks: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every song that can be played. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCosmeticsTracksResponse"];
                };
            };
        };
    };
    brgameCreatorcode: {
        parameters: {
            query: {
                /**
                 * @description The code, such as "ninja".
                 * @example ninja
                 */
                name: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A creator code, and whom it supports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameCreatorcodeResponse"];
                };
            };
        };
    };
    brgameMap: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The map of the island, and the places on it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameMapResponse"];
                };
            };
        };
    };
    brgameNews: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The news of all modes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameNewsResponse"];
                };
            };
        };
    };
    brgameNewsBr: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The news of the battle royale. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameNewsBrResponse"];
                };
            };
        };
    };
    brgameNewsCoop: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The news of the mode that is played together against the computer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameNewsCoopResponse"];
                };
            };
        };
    };
    brgamePlaylists: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every playlist that there is or was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgamePlaylistsResponse"];
                };
            };
        };
    };
    brgamePlaylistsByPlaylistId: {
        parameters: {
            query?: {
                /** @description Language of names and descriptions. */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Id of the playlist, such as "Playlist_NoBuildBR_Duo".
                 * @example Playlist_NoBuildBR_Duo
                 */
                playlist_id: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description A playlist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgamePlaylistsByPlaylistIdResponse"];
                };
            };
        };
    };
    brgameShop: {
        parameters: {
            query?: {
                /**
                 * @description Language of names and descriptions.
                 * @example en
                 */
                language?: "en" | "de" | "fr" | "es" | "it" | "ja" | "ko" | "pl" | "pt-BR" | "ru" | "tr" | "zh-CN" | "zh-Hant";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The item shop of today. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameShopResponse"];
                };
            };
        };
    };
    brgameStatsBr: {
        parameters: {
            query: {
                /**
                 * @description Name that the player shows, such as "Ninja".
                 * @example Ninja
                 */
                name: string;
                /** @description Where the name is from: the game itself, or a console. */
                accountType?: "primary" | "console_a" | "console_b";
                /**
                 * @description What counts: everything, or the season that runs.
                 * @example season
                 */
                timeWindow?: "lifetime" | "season";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The statistics of a player who shows them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrgameStatsBrResponse"];
                };
            };
        };
    };
    cardgameBattlelogByPlayerTag: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Tag of the player, such as "#2PP00".
                 * @example #2PP00
                 */
                playerTag: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The last battles of a player, the newest first; 30 to 40. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardgameBattle"][];
                };
            };
        };
    };
    cardgameCards: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every card of the game. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardgameCatalogue"];
                };
            };
        };
    };
    cardgameChestsByPlayerTag: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Tag of the player, such as "#2PP00".
                 * @example #2PP00
                 */
                playerTag: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The chests that a player will win next. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardgameChestsByPlayerTagResponse"];
                };
            };
        };
    };
    cardgameClanByClanTag: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Tag of the clan, such as "#2PP00".
                 * @example #2PP00
                 */
                clanTag: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description A clan with its members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardgameClan"];
                };
            };
        };
    };
    cardgameClansearchByQuery: {
        parameters: {
            query?: {
                /** @description Cursor of the page before, its `next` in the graph; the first page without it. */
                after?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description A part of the name of the clan.
                 * @example Golden
                 */
                query: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description Clans that have some text in their names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardgameFoundClans"];
                };
            };
        };
    };
    cardgameMembersByClanTag: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Tag of the clan, such as "#2PP00".
                 * @example #2PP00
                 */
                clanTag: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description The members of a clan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardgameMembersByClanTagResponse"];
                };
            };
        };
    };
    cardgamePlayerByPlayerTag: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path: {
                /**
                 * @description Tag of the player, such as "#2PP00".
                 * @example #2PP00
                 */
                playerTag: string;
            };
            cookie?: never;
        };
        responses: {
            /** @description A player, with cards, badges and results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardgamePlayer"];
                };
            };
        };
    };
    clipsCategories: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every game that there are clips of, with its category id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClipsCategory"][];
                };
            };
        };
    };
    clipsLatest: {
        parameters: {
            query?: {
                /**
                 * @description Id of the user who made the clips.
                 * @example 12597
                 */
                userId?: string;
                /** @description Id of the game, as the list of categories has it; all games without it. */
                categoryId?: string;
                /**
                 * @description How many items, at most; 1000 is the maximum.
                 * @example 3
                 */
                limit?: number;
                /** @description How many clips to leave out before them. The graph takes the `next` of the page before. */
                offset?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The newest clips: of one user, of one game, or of all. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClipsClipPage"];
                };
            };
        };
    };
    clipsSearch: {
        parameters: {
            query: {
                /**
                 * @description Words or hashtags, such as "#flamingo".
                 * @example #speedrun
                 */
                text: string;
                /**
                 * @description How many items, at most; 1000 is the maximum.
                 * @example 3
                 */
                limit?: number;
                /** @description How many clips to leave out before them. The graph takes the `next` of the page before. */
                offset?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The clips that some words or hashtags find. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClipsClipPage"];
                };
            };
        };
    };
    clipsTrending: {
        parameters: {
            query?: {
                /** @description Id of the game, as the list of categories has it; all games without it. */
                categoryId?: string;
                /**
                 * @description How many items, at most; 1000 is the maximum.
                 * @example 3
                 */
                limit?: number;
                /** @description How many clips to leave out before them. The graph takes the `next` of the page before. */
                offset?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The clips that are watched most now, of all games or of one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClipsClipPage"];
                };
            };
        };
    };
    coderepoCommits: {
        parameters: {
            query: {
                /**
                 * @description Name of the account, such as "octocat" or "renovate[bot]".
                 * @example octocat
                 */
                username: string;
                /**
                 * @description Name of the repository, without its owner.
                 * @example hello-world
                 */
                repo: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The 30 newest commits of a repository’s default branch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoderepoCommitsResponse"];
                };
            };
        };
    };
    coderepoRepo: {
        parameters: {
            query: {
                /**
                 * @description Name of the account, such as "octocat" or "renovate[bot]".
                 * @example octocat
                 */
                username: string;
                /**
                 * @description Name of the repository, without its owner.
                 * @example hello-world
                 */
                repo: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A public repository. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoderepoRepoResponse"];
                };
            };
        };
    };
    coderepoRepos: {
        parameters: {
            query: {
                /**
                 * @description Name of the account, such as "octocat" or "renovate[bot]".
                 * @example octocat
                 */
                username: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The public repositories of a user, by name; up to 1,000. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoderepoReposResponse"];
                };
            };
        };
    };
    coderepoUser: {
        parameters: {
            query: {
                /**
                 * @description Name of the account, such as "octocat" or "renovate[bot]".
                 * @example octocat
                 */
                username: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A user, an organisation or a bot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoderepoUserResponse"];
                };
            };
        };
    };
    cubegameAvatar: {
        parameters: {
            query: {
                /**
                 * @description UUID of the player, with or without dashes.
                 * @example 069a79f4-44e9-4726-a5be-fca90e38aaf5
                 */
                uuid: string;
                /**
                 * @description Width and height in pixels.
                 * @example 64
                 */
                size?: number;
                /** @description Whether the outer layer of the skin, such as hair or a hat, is on it. */
                overlay?: boolean;
                /** @description Who draws the picture: renderer_a is this service, renderer_b a public one. When one fails, the other draws. */
                service?: "renderer_a" | "renderer_b";
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
        };
    };
    cubegameFull: {
        parameters: {
            query: {
                /**
                 * @description Name of the player, such as "Notch"; upper and lower case are the same.
                 * @example Notch
                 */
                username: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A player by name, with former names, skin and cape. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CubegamePlayer"];
                };
            };
        };
    };
    cubegameRender: {
        parameters: {
            query: {
                /**
                 * @description UUID of the player, with or without dashes.
                 * @example 069a79f4-44e9-4726-a5be-fca90e38aaf5
                 */
                uuid: string;
                /**
                 * @description What is shown.
                 * @example full
                 */
                type?: "head" | "body" | "full";
                /** @description How large it is: pixels for each pixel of the skin, or about that. */
                scale?: number;
                /** @description Who draws the picture: renderer_a is this service, renderer_b a public one. When one fails, the other draws. */
                service?: "renderer_a" | "renderer_b";
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
        };
    };
    cubegameUuid: {
        parameters: {
            query: {
                /**
                 * @description Name of the player, such as "Notch"; upper and lower case are the same.
                 * @example Notch
                 */
                username: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The player who bears a name now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CubegameIdentity"];
                };
            };
        };
    };
    livestreamChannel: {
        parameters: {
            query: {
                /**
                 * @description Id of the user who owns the channel.
                 * @example 141981764
                 */
                broadcaster_id: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The channel of a broadcaster; null when there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LivestreamChannelResponse"];
                };
            };
        };
    };
    livestreamChannelsSearch: {
        parameters: {
            query: {
                /**
                 * @description What to search for.
                 * @example chess
                 */
                query: string;
                /**
                 * @description How many items, at most; 100 is the maximum.
                 * @example 5
                 */
                first?: number;
                /** @description Cursor of the page before, its `next` in the graph; the first page without it. */
                after?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Channels whose name or description holds some words, whether they are live or not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LivestreamFoundChannelPage"];
                };
            };
        };
    };
    livestreamClips: {
        parameters: {
            query: {
                /**
                 * @description Id of the user who owns the channel.
                 * @example 141981764
                 */
                broadcaster_id: string;
                /** @description How many items, at most; 100 is the maximum. */
                first?: number;
                /** @description Cursor of the page before, its `next` in the graph; the first page without it. */
                after?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Clips of a channel, the most watched first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LivestreamClipPage"];
                };
            };
        };
    };
    livestreamFollowers: {
        parameters: {
            query: {
                /**
                 * @description Id of the user who owns the channel.
                 * @example 141981764
                 */
                broadcaster_id: string;
                /** @description How many items, at most; 100 is the maximum. */
                first?: number;
                /** @description Cursor of the page before, its `next` in the graph; the first page without it. */
                after?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description How many follow a channel, and who, the newest first. The list is empty where the broadcaster restricts it, and without LIVESTREAM_USER_TOKEN of the operator. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LivestreamFollowers"];
                };
            };
        };
    };
    livestreamGame: {
        parameters: {
            query?: {
                /**
                 * @description Name of a game, exactly as it is spelled.
                 * @example Chess
                 */
                name?: string;
                /** @description Id of a game. */
                id?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The game of a name, the game of an id, or both; at least one of the two must be given. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LivestreamGameResponse"];
                };
            };
        };
    };
    livestreamGamesTop: {
        parameters: {
            query?: {
                /**
                 * @description How many items, at most; 100 is the maximum.
                 * @example 5
                 */
                first?: number;
                /** @description Cursor of the page before, its `next` in the graph; the first page without it. */
                after?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The games that are watched now, the most watched first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LivestreamGamePage"];
                };
            };
        };
    };
    livestreamStream: {
        parameters: {
            query: {
                /**
                 * @description Login name of the user, such as "twitchdev"; upper and lower case are the same.
                 * @example twitchdev
                 */
                user_login: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The stream that a user is sending now; null when there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LivestreamStreamResponse"];
                };
            };
        };
    };
    livestreamStreamsTop: {
        parameters: {
            query?: {
                /**
                 * @description How many items, at most; 100 is the maximum.
                 * @example 5
                 */
                first?: number;
                /** @description Cursor of the page before, its `next` in the graph; the first page without it. */
                after?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The streams that are running now, the most watched first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LivestreamStreamPage"];
                };
            };
        };
    };
    livestreamUser: {
        parameters: {
            query: {
                /**
                 * @description Login name of the user, such as "twitchdev"; upper and lower case are the same.
                 * @example twitchdev
                 */
                login: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A user by login; null when there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LivestreamUserResponse"];
                };
            };
        };
    };
    livestreamUserId: {
        parameters: {
            query: {
                /**
                 * @description Id of the user.
                 * @example 141981764
                 */
                id: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A user by id; null when there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LivestreamUserIdResponse"];
                };
            };
        };
    };
    livestreamVideos: {
        parameters: {
            query: {
                /**
                 * @description Id of the user.
                 * @example 141981764
                 */
                user_id: string;
                /** @description How many items, at most; 100 is the maximum. */
                first?: number;
                /** @description Cursor of the page before, its `next` in the graph; the first page without it. */
                after?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Videos of a user, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LivestreamVideoPage"];
                };
            };
        };
    };
    microblogPost: {
        parameters: {
            query: {
                /**
                 * @description Address of the post, such as "https://x.com/jack/status/20".
                 * @example https://x.com/jack/status/20
                 */
                url: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A post by its address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MicroblogPost"];
                };
            };
        };
    };
    microblogUser: {
        parameters: {
            query: {
                /**
                 * @description Name of the user, such as "jack"; upper and lower case are the same.
                 * @example jack
                 */
                username: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A user by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MicroblogUser"];
                };
            };
        };
    };
    microblogUserPosts: {
        parameters: {
            query: {
                /**
                 * @description Name of the user, such as "jack"; upper and lower case are the same.
                 * @example jack
                 */
                username: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The 20 newest posts of a user, reposts among them; the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MicroblogUserPostsResponse"];
                };
            };
        };
    };
    musicAlbum: {
        parameters: {
            query: {
                /**
                 * @description Id of the album, such as "6N9PS4QXF1D0OWPk0Sxtb4".
                 * @example 6N9PS4QXF1D0OWPk0Sxtb4
                 */
                id: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description An album with all its tracks and their play counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicAlbumResponse"];
                };
            };
        };
    };
    musicArtist: {
        parameters: {
            query: {
                /**
                 * @description Id of the artist, such as "0gxyHStUsqpMadRV0Di1Qt".
                 * @example 0gxyHStUsqpMadRV0Di1Qt
                 */
                id: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description An artist, with followers, monthly listeners and the cities where most of them are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicArtist"];
                };
            };
        };
    };
    musicArtistDiscography: {
        parameters: {
            query: {
                /**
                 * @description Id of the artist, such as "0gxyHStUsqpMadRV0Di1Qt".
                 * @example 0gxyHStUsqpMadRV0Di1Qt
                 */
                id: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Everything that an artist has released. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicDiscography"];
                };
            };
        };
    };
    musicArtistSearch: {
        parameters: {
            query: {
                /**
                 * @description Name of the artist.
                 * @example Daft Punk
                 */
                name: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The artist of a name, or the one that comes closest to it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicArtist"];
                };
            };
        };
    };
    musicArtistTopTracks: {
        parameters: {
            query: {
                /**
                 * @description Id of the artist, such as "0gxyHStUsqpMadRV0Di1Qt".
                 * @example 0gxyHStUsqpMadRV0Di1Qt
                 */
                id: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The ten tracks of an artist that are played most. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicArtistTopTracksResponse"];
                };
            };
        };
    };
    musicPrerelease: {
        parameters: {
            query: {
                /**
                 * @description Id of the prerelease: the last part of the address of its page.
                 * @example 6BxLMJGKqMnPJ2JYpVjp7O
                 */
                id: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description An album that is announced and not out, as far as it is known. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicPrerelease"];
                };
            };
        };
    };
    musicSearch: {
        parameters: {
            query: {
                /**
                 * @description Title of the song.
                 * @example One More Time
                 */
                song: string;
                /**
                 * @description Name of the artist.
                 * @example Daft Punk
                 */
                artist: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The song that a title and an artist mean, with its album and its artist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicMatch"];
                };
            };
        };
    };
    musicTrack: {
        parameters: {
            query: {
                /**
                 * @description Id of the track, such as "4uLU6hMCjMI75M1A2tKUQC".
                 * @example 4uLU6hMCjMI75M1A2tKUQC
                 */
                id: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A track, with its play count. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MusicTrack"];
                };
            };
        };
    };
    newsEverything: {
        parameters: {
            query?: {
                /**
                 * @description Words to search for; "exact phrases", AND, OR, NOT and parentheses have their meaning.
                 * @example lighthouse
                 */
                q?: string;
                /** @description Hosts of web sites, such as "bbc.co.uk". */
                domains?: string[];
                /** @description Ids of publications, such as "bbc-news". */
                sources?: string[];
                /** @description Oldest article, in ISO 8601. */
                from?: string;
                /** @description Newest article, in ISO 8601. */
                to?: string;
                /** @description Language of the articles, by its ISO 639-1 code; all where none is given. */
                language?: string;
                /**
                 * @description What comes first.
                 * @example relevancy
                 */
                sortBy?: "relevancy" | "popularity" | "publishedAt";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Articles with words in them, of publications, or of their web sites. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewsArticles"];
                };
            };
        };
    };
    newsTopHeadlines: {
        parameters: {
            query?: {
                /** @description Country of the publications, by its ISO 3166-1 code; us where nothing else is asked for. */
                country?: string;
                /**
                 * @description Category of the headlines.
                 * @example science
                 */
                category?: "business" | "entertainment" | "general" | "health" | "science" | "sports" | "technology";
                /** @description Ids of publications, such as "bbc-news". */
                sources?: string[];
                /** @description Words to search for; "exact phrases", AND, OR, NOT and parentheses have their meaning. */
                q?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The newest headlines of a country, a category, publications, or with words in them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewsArticles"];
                };
            };
        };
    };
    photosocialComments: {
        parameters: {
            query: {
                /**
                 * @description Address of the post, such as "https://www.instagram.com/p/CAnqPB-Jzcj/".
                 * @example https://www.instagram.com/p/CAnqPB-Jzcj/
                 */
                url: string;
                /** @description How many items, at most; 200 is the maximum. */
                amount?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The comments on a post; without a session of the operator, no more of them than its page shows to everybody. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotosocialCommentsResponse"];
                };
            };
        };
    };
    photosocialHighlights: {
        parameters: {
            query: {
                /**
                 * @description Name of the user, such as "instagram"; upper and lower case are the same.
                 * @example instagram
                 */
                username: string;
                /** @description How many items, at most; 200 is the maximum. */
                amount?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The stories that a user keeps, in groups with names; without a session of the operator, those that the page lists. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotosocialHighlightsResponse"];
                };
            };
        };
    };
    photosocialPost: {
        parameters: {
            query: {
                /**
                 * @description Address of the post, such as "https://www.instagram.com/p/CAnqPB-Jzcj/".
                 * @example https://www.instagram.com/p/CAnqPB-Jzcj/
                 */
                url: string;
                /** @description How many of its pictures at most; all unless given. */
                amount?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A post by its address, with the pictures in it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotosocialPostResponse"];
                };
            };
        };
    };
    photosocialProfile: {
        parameters: {
            query: {
                /**
                 * @description Name of the user, such as "instagram"; upper and lower case are the same.
                 * @example instagram
                 */
                username: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A user by name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotosocialProfileResponse"];
                };
            };
        };
    };
    photosocialStories: {
        parameters: {
            query: {
                /**
                 * @description Name of the user, such as "instagram"; upper and lower case are the same.
                 * @example instagram
                 */
                username: string;
                /** @description How many items, at most; 200 is the maximum. */
                amount?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description What a user shows for a day, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotosocialStoriesResponse"];
                };
            };
        };
    };
    pinboardBoard: {
        parameters: {
            query: {
                /**
                 * @description Name of the user, such as "pinterest"; upper and lower case are the same.
                 * @example pinterest
                 */
                username: string;
                /**
                 * @description Name of the board, exactly as in its address.
                 * @example gardens
                 */
                board: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A board of a user, with its newest pins; 100 at the most. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinboardBoard"];
                };
            };
        };
    };
    pinboardDownload: {
        parameters: {
            query: {
                /**
                 * @description Address of a picture of the pin board.
                 * @example https://i.pinimg.com/236x/5f/1e/2d/5f1e2d3c4b5a69788796a5b4c3d2e1f0.jpg
                 */
                url: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A picture as it was uploaded, else as it is at its address; 10 MB at the most. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinboardDownload"];
                };
            };
        };
    };
    pinboardSearch: {
        parameters: {
            query: {
                /**
                 * @description Words to look for.
                 * @example garden
                 */
                q: string;
                /**
                 * @description How many items, at most; 100 is the maximum.
                 * @example 5
                 */
                limit?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The pins that some words find. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinboardSearch"];
                };
            };
        };
    };
    pinboardSimilar: {
        parameters: {
            query: {
                /**
                 * @description Address of a picture of the pin board, or of a pin.
                 * @example https://i.pinimg.com/236x/5f/1e/2d/5f1e2d3c4b5a69788796a5b4c3d2e1f0.jpg
                 */
                url: string;
                /**
                 * @description How many items, at most; 100 is the maximum.
                 * @example 5
                 */
                limit?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The pins that look like a picture or a pin; where nobody can look, those that its words find. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinboardSimilar"];
                };
            };
        };
    };
    pinboardUser: {
        parameters: {
            query: {
                /**
                 * @description Name of the user, such as "pinterest"; upper and lower case are the same.
                 * @example pinterest
                 */
                username: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The profile of a user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinboardProfile"];
                };
            };
        };
    };
    pinboardUserPins: {
        parameters: {
            query: {
                /**
                 * @description Name of the user, such as "pinterest"; upper and lower case are the same.
                 * @example pinterest
                 */
                username: string;
                /**
                 * @description How many items, at most; 100 is the maximum.
                 * @example 5
                 */
                limit?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The newest pins of a user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinboardUserPins"];
                };
            };
        };
    };
    shortvideoDownload: {
        parameters: {
            query: {
                /**
                 * @description Address of the page of the video, such as "https://www.tiktok.com/@tiktok/video/6881450806688664838", or a short link to it.
                 * @example https://www.tiktok.com/@tiktok/video/6881450806688664838
                 */
                url: string;
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
        };
    };
    shortvideoFeed: {
        parameters: {
            query?: {
                /** @description Where to go on: the cursor of the part before, 0 at the beginning. The graph takes the `next` of the page before. */
                cursor?: number;
                /**
                 * @description How many items, at most; 50 is the maximum.
                 * @example 10
                 */
                count?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The videos that everybody is shown, a part at a time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShortvideoFeedResponse"];
                };
            };
        };
    };
    shortvideoUser: {
        parameters: {
            query: {
                /**
                 * @description Name of the user, such as "tiktok", without @.
                 * @example tiktok
                 */
                username: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A user by name, with the counts of followers, likes and videos. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShortvideoUserResponse"];
                };
            };
        };
    };
    shortvideoVideo: {
        parameters: {
            query: {
                /**
                 * @description Address of the page of the video, such as "https://www.tiktok.com/@tiktok/video/6881450806688664838", or a short link to it.
                 * @example https://www.tiktok.com/@tiktok/video/6881450806688664838
                 */
                url: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A video by the address of its page, with its counts, its author and a link to play it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShortvideoVideoResponse"];
                };
            };
        };
    };
    songidIdentify: {
        parameters: {
            query: {
                /**
                 * @description Absolute path of the file on the server.
                 * @example /srv/media/clip.webm
                 */
                path: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The song in a file on the server, where the operator has opened a folder for that. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SongidIdentification"];
                };
            };
        };
    };
    songidIdentifyUpload: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["SongidIdentifyUploadForm"];
            };
        };
        responses: {
            /** @description The song in a recording, from its sound. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SongidIdentification"];
                };
            };
        };
    };
    sportsBasketballMensCollegeBasketballTeams: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every team of a league. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SportsTeams"];
                };
            };
        };
    };
    sportsBasketballProMenScoreboard: {
        parameters: {
            query?: {
                /** @description Day of the games where they are played, such as 2026-03-14; the current games when left out. */
                date?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The games of a league with their scores, now or on a day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SportsScoreboard"];
                };
            };
        };
    };
    sportsBasketballProMenTeams: {
        parameters: {
            query?: {
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Every team of a league. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SportsTeams"];
                };
            };
        };
    };
    sportsBasketballProWomenScoreboard: {
        parameters: {
            query?: {
                /** @description Day of the games where they are played, such as 2026-03-14; the current games when left out. */
                date?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The games of a league with their scores, now or on a day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SportsScoreboard"];
                };
            };
        };
    };
    sportsBasketballWomensCollegeBasketballScoreboard: {
        parameters: {
            query?: {
                /** @description Day of the games where they are played, such as 2026-03-14; the current games when left out. */
                date?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The games of a league with their scores, now or on a day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SportsScoreboard"];
                };
            };
        };
    };
    sportsFootballProScoreboard: {
        parameters: {
            query?: {
                /** @description Day of the games where they are played, such as 2026-03-14; the current games when left out. */
                date?: string;
                /** @description Week of the regular season, for football, which is played by the week. */
                week?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The games of a league with their scores, now or on a day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SportsFootballProScoreboardResponse"];
                };
            };
        };
    };
    sportsHockeyProScoreboard: {
        parameters: {
            query?: {
                /** @description Day of the games where they are played, such as 2026-03-14; the current games when left out. */
                date?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The games of a league with their scores, now or on a day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SportsHockeyProScoreboardResponse"];
                };
            };
        };
    };
    sportsMmaProScoreboard: {
        parameters: {
            query?: {
                /** @description Day of the games where they are played, such as 2026-03-14; the current games when left out. */
                date?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Cards of professional mixed martial arts with their bouts and results, now or on a day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SportsFights"];
                };
            };
        };
    };
    sportsSoccer: {
        parameters: {
            query: {
                /**
                 * @description A soccer league, or all of them.
                 * @example england_top
                 */
                league: "all" | "england_top" | "spain_top" | "germany_top" | "italy_top" | "france_top" | "continental_cup_1" | "continental_cup_2" | "usa_top";
                /** @description Day of the games where they are played, such as 2026-03-14; the current games when left out. */
                date?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The matches of a soccer league, or of every league, with their scores, now or on a day. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SportsSoccer"];
                };
            };
        };
    };
    titledbId: {
        parameters: {
            query: {
                /**
                 * @description Id of the title, such as "tt0000001".
                 * @example tt0017136
                 */
                id: string;
                /** @description How much of the plot is told. */
                plot?: "short" | "full";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The film, series or episode with an id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TitledbTitle"];
                };
            };
        };
    };
    titledbSearch: {
        parameters: {
            query: {
                /**
                 * @description Words of the name.
                 * @example metropolis
                 */
                query: string;
                /** @description Number of the page. The graph takes the `next` of the page before. */
                page?: number;
                /** @description Year that the title first came out in. */
                year?: number;
                /** @description Kind of title. */
                type?: "movie" | "series" | "episode";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Titles that have some words in their names, ten on a page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TitledbSearch"];
                };
            };
        };
    };
    titledbSeason: {
        parameters: {
            query: {
                /**
                 * @description Name of the series.
                 * @example Harbor Lights
                 */
                title?: string;
                /** @description Id of the series, such as "tt0000001". */
                id?: string;
                /**
                 * @description Number of the season.
                 * @example 1
                 */
                season: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The episodes of one season of a series, told by its name or by its id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TitledbSeason"];
                };
            };
        };
    };
    titledbTitle: {
        parameters: {
            query: {
                /**
                 * @description Name of the title, such as "Metropolis".
                 * @example Metropolis
                 */
                title: string;
                /** @description Year that the title first came out in. */
                year?: number;
                /** @description How much of the plot is told. */
                plot?: "short" | "full";
                /** @description Kind of title. */
                type?: "movie" | "series" | "episode";
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The film, series or episode that fits a name best. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TitledbTitle"];
                };
            };
        };
    };
    videositeAll: {
        parameters: {
            query?: {
                /**
                 * @description Id of the channel; it begins with UC.
                 * @example UC_x5XG1OV2P6uZZ5FSM9Ttw
                 */
                channel_id?: string;
                /** @description Name of the account, as it was of old, or handle of the channel. */
                username?: string;
                /**
                 * @description How many items, at most; 200 is the maximum.
                 * @example 5
                 */
                max_videos?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A channel with its uploads, the newest first, and its playlists. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VideositeAllData"];
                };
            };
        };
    };
    videositeChannel: {
        parameters: {
            query?: {
                /**
                 * @description Id of the channel; it begins with UC.
                 * @example UC_x5XG1OV2P6uZZ5FSM9Ttw
                 */
                channel_id?: string;
                /** @description Name of the account, as it was of old, or handle of the channel. */
                username?: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A channel, by its id or by a name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VideositeChannel"];
                };
            };
        };
    };
    videositeComments: {
        parameters: {
            query: {
                /**
                 * @description Id of the video, such as "dQw4w9WgXcQ".
                 * @example D-lhorsDlUQ
                 */
                video_id: string;
                /**
                 * @description How many items, at most; 100 is the maximum.
                 * @example 5
                 */
                max_results?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The comments on a video that answer no other, the newest first; none where they are turned off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VideositeCommentPage"];
                };
            };
        };
    };
    videositePlaylistItems: {
        parameters: {
            query: {
                /**
                 * @description Id of the playlist; it begins with PL.
                 * @example PLOU2XLYxmsIKpaV8h0AGE05so0fAwwfTw
                 */
                playlist_id: string;
                /**
                 * @description How many items, at most; 50 is the maximum.
                 * @example 5
                 */
                max_results?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description What is in a playlist, in its order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VideositePlaylistItemPage"];
                };
            };
        };
    };
    videositePlaylists: {
        parameters: {
            query: {
                /**
                 * @description Id of the channel, such as "UC_x5XG1OV2P6uZZ5FSM9Ttw".
                 * @example UC_x5XG1OV2P6uZZ5FSM9Ttw
                 */
                channel_id: string;
                /**
                 * @description How many items, at most; 50 is the maximum.
                 * @example 5
                 */
                max_results?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The public playlists of a channel. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VideositePlaylistPage"];
                };
            };
        };
    };
    videositeSearch: {
        parameters: {
            query: {
                /**
                 * @description What to search for.
                 * @example surfing
                 */
                q: string;
                /**
                 * @description What to find; everything unless stated.
                 * @example [
                 *       "video"
                 *     ]
                 */
                type?: ("video" | "playlist" | "channel")[];
                /** @description What comes first. */
                order?: "relevance" | "date" | "rating" | "viewCount" | "title";
                /**
                 * @description How many items, at most; 50 is the maximum.
                 * @example 5
                 */
                max_results?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description Videos, playlists and channels that are found by some words. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VideositeSearch"];
                };
            };
        };
    };
    videositeVideo: {
        parameters: {
            query: {
                /**
                 * @description Id of the video, such as "dQw4w9WgXcQ".
                 * @example D-lhorsDlUQ
                 */
                video_id: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description A video, by its id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VideositeVideo"];
                };
            };
        };
    };
    weatherCurrent: {
        parameters: {
            query: {
                /**
                 * @description Name of the city, with its country if need be, such as "Oslo" or "Paris, US".
                 * @example Oslo
                 */
                city: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The weather in a city now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WeatherCurrent"];
                };
            };
        };
    };
    weatherForecast: {
        parameters: {
            query: {
                /**
                 * @description Name of the city, with its country if need be, such as "Oslo" or "Paris, US".
                 * @example Oslo
                 */
                city: string;
                /**
                 * @description How many items, at most; 40 is the maximum.
                 * @example 8
                 */
                count?: number;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: components["parameters"]["fields"];
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The weather in a city for up to five days, at intervals of three hours. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WeatherForecast"];
                };
            };
        };
    };
    lookup: {
        parameters: {
            query: {
                /**
                 * @description Address of the page.
                 * @example https://github.com/octocat
                 */
                url: string;
                /** @description Members of the body to answer, separated by commas; members of members after a dot, as in `name,main.temp`. All without it. */
                fields?: string;
            };
            header?: {
                /** @description With a test key: the fault of the sources for this request, such as `timeout` or `timeout; group=weather`. */
                "X-Sandbox-Fault"?: components["parameters"]["sandboxFault"];
            };
            path?: never;
            cookie?: never;
        };
        responses: {
            /** @description The object, as the graph has it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupResponse"];
                };
            };
        };
    };
}
