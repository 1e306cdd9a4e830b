/** Words of callers by the words of descriptions that they stand for, in every group; a namespace declares those of its group. */
export const commonSynonyms: Readonly<Record<string, string>> = {
  accounts: 'person',
  'account link accounts':
    'elsewhere everywhere network networks other others platform platforms presence profile profiles same site sites social',
  'account sites':
    'across belong cross elsewhere everywhere human identity link linked network networks person platform platforms presence profiles other others same social',
  address: 'link url',
  'address object': 'behind paste point resolve unknown url web webpage website',
  badges: 'achievement',
  comments: 'reply',
  file: 'disk download downloaded downloads offline save saved store',
  former: 'old older previous',
  'hit groups words': 'across all anything everywhere keyword once search sites source sources universal',
  id: 'one single',
  last: 'lately recent recently',
  'link links text':
    'address addresses below creator description go inside lead mention mentioned mentions under url urls',
  members: 'everyone member people',
  most: 'best biggest greatest leading strongest',
  name: 'called named nickname username',
  newest: 'fresh freshest lately latest recent recently',
  now: 'currently',
  picture: 'image photo photograph pic',
  player: 'gamer join joined person profile',
  png: 'download draw drawing file image photo pic picture',
  profile: 'account bio person',
  'routes request': 'batch bulk call calls combine combined multiple once requests several together',
  top: 'best biggest greatest leading popular',
  trending: 'hottest popular trend',
  trophies: 'strongest',
  user: 'account accounts bio creator handle influencer join joined person profile register somebody',
  world: 'global worldwide',
};
