/** Words of callers by the words of descriptions that they stand for; a star marks those that name the group. */
export const synonyms = {
  '': '*brawl *brawler *brawlstars stars supercell',
  account: 'club trophies trophy',
  battlelog: 'battles brawls defeat fight game history match matches recent result results victory',
  club: 'guild',
  'club members': 'president role roster senior vice vicepresident',
  'club with': 'description required type',
  events:
    'active current event events gem grab heist knockout map maps mode modes now schedule showdown slot today',
  fighter: 'brawler champion character',
  'fighter game': 'detail gadget gear hypercharge power single',
  'fighters every': 'all gadget hypercharge list power roster',
  'player fighters': 'level prestige profile showdown stat trophies trophy victories victory',
  'players most': 'highest ladder player',
  rankings: 'best highest leaderboard rank ranked ranking top',
};
