/** Words of callers by the words of descriptions that they stand for; a star marks those that name the group. */
export const synonyms = {
  '': 'sport sports',
  'basketball pro men':
    '76ers blazers bucks bulls cavaliers cavs celtics clippers grizzlies hawks hornets jazz kings knicks lakers magic mavericks mavs *nba nets nuggets pacers pelicans pistons raptors rockets sixers spurs suns thunder timberwolves warriors wizards',
  'basketball pro women': 'aces dream fever liberty lynx mercury mystics sparks storm valkyries *wnba women',
  card: '*ufc',
  'college basketball': 'madness march ncaa university',
  'college men': 'men mens',
  'college women': 'women womens',
  'fight card': 'event night ppv',
  fighter: 'boxer fighter *ufc',
  football: 'american quarterback superbowl touchdown',
  'football pro':
    '49ers bears bengals bills broncos browns buccaneers cardinals chargers chiefs colts commanders cowboys dolphins eagles falcons giants jaguars jets lions *nfl niners packers panthers patriots raiders rams ravens saints seahawks steelers texans titans vikings',
  'football scoreboard': 'quarter week',
  game: 'arena highlights recap stadium venue',
  hockey: 'ice puck stanley',
  'hockey pro':
    'avalanche blackhawks blues bruins canadiens canucks capitals devils ducks flames flyers habs hurricanes islanders jets knights kraken leafs lightning *nhl oilers panthers penguins predators rangers sabres senators sharks stars',
  'hockey scoreboard': 'intermission period',
  'matches soccer':
    'ahead baseball beat beaten current final fixture game halftime kick kickoff leading lineup live lose lost match matchup play played playing playoff postponed result results schedule score scores standing tonight win winner winning won yesterday',
  mma: 'bout boxer boxing event fighter octagon *ufc',
  'mma bouts':
    'ahead baseball beat beaten current fight fights final game halftime knockout leading lineup live lose lost match matchup octagon play played playing playoff postponed result results schedule score scores standing tonight weight win winner winning won yesterday',
  pro: 'professional',
  scoreboard:
    'ahead baseball beat beaten current final game halftime leading lineup live lose lost match matchup play played playing playoff postponed result results schedule score scores standing tonight win winner winning won yesterday',
  soccer:
    'ajax arsenal atletico barca barcelona bayern bundesliga champions chelsea cup division dortmund england english epl european everton fifa football footballer france french german germany goal goals inter italian italy juventus laliga league leverkusen liga ligue liverpool madrid manchester match milan matches mls napoli premier psg result serie *soccer spain spanish tie tottenham ucl uefa worldcup',
  team: '49ers 76ers aces ajax arsenal atletico avalanche barca bayern bears bengals bills blackhawks blazers blues broncos browns bruins buccaneers bucks bulls canadiens canucks capitals cardinals cavaliers cavs celtics chargers chelsea chiefs clippers club colts commanders cowboys devils dolphins dortmund dream ducks eagles everton falcons fever flames flyers franchise giants grizzlies habs hawks hornets hurricanes inter islanders jaguars jazz jets juventus kings knicks knights kraken lakers leafs leverkusen liberty lightning lions liverpool lynx magic mavericks mavs mercury mystics napoli nets niners nuggets oilers pacers packers panthers patriots pelicans penguins pistons predators psg raiders rams rangers raptors ravens rockets sabres saints seahawks senators sharks sixers sparks spurs stars steelers storm suns team texans thunder timberwolves titans tottenham valkyries vikings warriors wizards',
  teams: 'abbreviation abbreviations club clubs list logo logos',
  'type game': 'basketball football hockey *nba *nfl *nhl *wnba',
  'type match': 'football *soccer',
  'type scoreboard': 'basketball football hockey *nba *nfl *nhl *wnba',
  'type team': 'basketball football hockey *nba *nfl *nhl *wnba',
};
