import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Debian packages with free music. The method and its thresholds were chosen with those of `tuning`. Those of the others
 * were not looked at before they proved a version of the decision rule.
 */
export const packageSets = {
  tuning: [
    ...['colobot-common-sounds', 'drascula-music', 'endless-sky-data', 'freedroidrpg-data'],
    ...['hedgewars-data', 'hyperrogue-music', 'megaglest-data', 'naev-data', 'redeclipse-data'],
    ...['scorched3d-data', 'supertux-data', 'supertuxkart-data', 'unknown-horizons'],
    ...['warzone2100-music', 'wesnoth-1.16-music', 'widelands-data'],
  ],
  first: [
    ...['a7xpg-data', 'adonthell-data', 'ardentryst', 'asc-music', 'berusky2-data'],
    ...['bomberclone-data', 'brainparty-data', 'cuyo-data', 'enigma-data'],
    ...['extremetuxracer-data', 'fb-music-high', 'flare-game', 'freeorion-data', 'frozen-bubble-data'],
    ...['gigalomania-data', 'gunroar-data', 'heroes-sound-tracks', 'kobodeluxe-data'],
    ...['lbreakout2-data', 'lbreakouthd-data', 'lordsawar-data', 'meritous-data', 'micropolis-data'],
    ...['mirrormagic-data', 'monsterz-data', 'mu-cade-data', 'noiz2sa-data', 'parsec47-data'],
    ...['pax-britannica-data', 'planetblupi-music-ogg', 'pushover-data', 'raincat-data', 'rrootage-data'],
    ...['starfighter-data', 'supertransball2-data', 'titanion-data', 'tomatoes-data', 'torus-trooper-data'],
    ...['tumiki-fighters-data', 'tuxfootball', 'tuxmath-data', 'tuxtype-data', 'val-and-rick-data'],
    ...['warmux-data', 'wizznic-data', 'wordwarvi-sound', 'zaz-data'],
  ],
  second: [
    ...['7kaa-data', 'alienblaster-data', 'asterisk-moh-opsound-wav', 'biniax2-data'],
    ...['boswars-data', 'btanks-data', 'caveexpress-data', 'fillets-ng-data'],
    ...['freedink-data', 'freegish-data', 'funnyboat', 'glob2-data', 'holotz-castle-data'],
    ...['ironseed-data', 'lincity-ng-data', 'lugaru-data', 'marsshooter-data', 'netpanzer-data'],
    ...['pathological'],
    ...['pekka-kana-2-data', 'pingus-data', 'pink-pony-data', 'plee-the-bear-data', 'powermanga-data'],
    ...['rafkill-data', 'ri-li-data', 'singularity-music', 'stormbaancoureur-data', 'tecnoballz-data'],
    ...['trophy-data', 'xmoto-data'],
  ],
  third: [
    ...['amoebax-data', 'angrydd', 'armagetronad', 'ballz-data', 'bb', 'blockout2', 'bugsquish'],
    ...['bumprace-data', 'cavepacker-data', 'ceferino-data', 'circuslinux-data', 'crossfire-client'],
    ...['csmash-demosong', 'cube2-data', 'davegnukem-data', 'dodgindiamond2', 'dustracing2d-data'],
    ...[
      'enemylines3',
      'enemylines7',
      'flobopuyo',
      'freeciv-data',
      'freecol',
      'freedroid-data',
      'fretsonfire-songs-muldjord',
    ],
    ...['fretsonfire-songs-sectoid', 'gemdropx', 'gl-117-data', 'gltron', 'gnujump-data', 'gweled'],
    ...['hannah-data', 'hex-a-hop-data', 'krank', 'madbomber-data', 'manaplus-data', 'mazeofgalious-data'],
    ...[
      'neverball-common',
      'nexuiz-music',
      'njam-data',
      'open-invaders-data',
      'openarena-data',
      'openclonk-data',
    ],
    ...['orbital-eunuchs-sniper-data', 'pachi-data', 'pangzero', 'pathogen', 'penguin-command', 'performous'],
    ...[
      'phlipple-data',
      'photofilmstrip',
      'pinball-data',
      'pinball-table-gnu-data',
      'pinball-table-hurd-data',
    ],
    ...['pyracerz', 'renpy-thequestion', 'rockdodger', 'sdl-ball-data', 'seahorse-adventures', 'solarwolf'],
    ...['toppler', 'torcs-data', 'trackballs-data', 'triplea', 'ufoai-music', 'vectoroids', 'vodovod'],
    ...['vonsh', 'vor', 'whichwayisup'],
  ],
} as const satisfies Record<string, readonly string[]>;

export type PackageSet = keyof typeof packageSets;

const wanted = ['mp3', 'ogg', 'oga', 'opus', 'flac', 'wav', 'mod', 'xm', 'it', 's3m'];
const archives = ['pk3', 'zip'];

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${stderr || error?.message}`);
}

/**
 * Unpacks the sound files of a package into a folder of its own, without installing it. apt-get fetches the package when
 * the folder `within` does not hold it. Returns the folder of the package.
 */
export function unpacked(name: string, within: string): string {
  const folder = join(within, name);
  if (existsSync(folder)) return folder;
  mkdirSync(within, { recursive: true });
  const find = () => readdirSync(within).find((file) => file.startsWith(`${name}_`) && file.endsWith('.deb'));
  if (!find()) run('apt-get', ['download', name], within);
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part);
  const patterns = [...wanted, ...archives].map((extension) => `'*.${extension}'`).join(' ');
  // tar fails when a package holds no file of a pattern.
  const unpack = `dpkg-deb --fsys-tarfile "$1" | { tar -x -C "$2" --wildcards --ignore-case ${patterns} || true; }`;
  run('sh', ['-c', unpack, 'sh', find()!, part], within);
  // unzip fails when an archive holds no file of a pattern.
  const files = wanted.map((extension) => `'*.${extension}'`).join(' ');
  const names = archives.flatMap((extension) => ['-name', `*.${extension}`, '-o']).slice(0, -1);
  const unzip = `unzip -qqoC "$1" ${files} -d "$1.d" || true; rm "$1"`;
  run('find', ['.', '(', ...names, ')', '-exec', 'sh', '-c', unzip, 'sh', '{}', ';'], part);
  renameSync(part, folder);
  return folder;
}
