/** Words of callers by the words of descriptions that they stand for; a star marks those that name the group. */
export const synonyms = {
  '': '*roblox',
  account: 'avatar',
  'avatar made':
    'accessory body clothes clothing colour dress hat outfit r15 r6 scale skin wear wearing worn',
  'avatar picture': 'headshot look render thumbnail',
  'avatar player id': 'number numeric',
  badges: 'achievement award badge earned',
  friends: 'added buddies buddy friendlist list mate',
  games:
    'create created creator develop developer experience experiences made place publish published universe visit',
  groups: 'clan communities community guild member rank role',
  history: 'before changed earlier former old past previous renamed used',
  market:
    'inventory item limited limiteds location online own owned premium price rap rare robux seen serial terminated trade trader value',
  'market collectibles': 'limited value worth',
  outfits: 'costume saved wardrobe',
  profile:
    'banned creation date description developer display follower id ingame join joined online playing presence rap status studio user username value worth',
};
