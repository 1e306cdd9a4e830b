import type { GroupEdge } from './graph-edges.ts';
import { type Html, html } from './html.ts';

/** All edges from one group to another, which the picture draws as one line. */
export interface GroupLink {
  readonly from: string;
  readonly to: string;
  readonly edges: readonly GroupEdge[];
}

/** Joins the edges of each pair of groups. */
export function linksOf(edges: readonly GroupEdge[]): readonly GroupLink[] {
  const byPair = new Map<string, GroupEdge[]>();
  for (const edge of edges) {
    const pair = `${edge.from} ${edge.to}`;
    byPair.set(pair, [...(byPair.get(pair) ?? []), edge]);
  }
  return [...byPair.values()].map((edges) => ({ from: edges[0]!.from, to: edges[0]!.to, edges }));
}

export interface PictureOptions {
  readonly groups: readonly string[];
  readonly links: readonly GroupLink[];
  /** Attributes of the element `svg`. */
  readonly attributes: Html;
  /** Stands first in the picture, such as a title or a style element. */
  readonly head?: Html;
  /** The address that a line leads to. Without it the lines are no links. */
  readonly addressOf?: (link: GroupLink) => string | undefined;
}

const size = 640;
const radius = 190;
/** The gap between the circle of groups and the ends of lines, and between it and the names. */
const lineGap = 9;
const nameGap = 14;
/** How far beside a group a line starts or ends, in radians: the two directions of a pair lie apart. */
const sideways = 0.035;
const headLength = 8;
/** Half of the width of a head, in radians. */
const headAngle = 0.019;

/** The groups on a circle, and an arrow for each link in the colour of the group that it comes from. */
export function groupPicture({ groups, links, attributes, head, addressOf }: PictureOptions): Html {
  const order = inCircle(groups, links);
  const angleOf = (group: string) => (order.indexOf(group) / order.length) * 2 * Math.PI - Math.PI / 2;
  const colourOf = (group: string) =>
    `hsl(${Math.round((order.indexOf(group) / order.length) * 360)} 42% 52%)`;
  const arrows = links.map((link) => {
    const curve = curveOf(angleOf(link.from), angleOf(link.to));
    const colour = colourOf(link.from);
    const content = html`<title>${titleOf(link)}</title><path class="line" d="${curve.line}" stroke="${colour}"/><path d="${curve.head}" fill="${colour}"/>`;
    const address = addressOf?.(link);
    return address === undefined
      ? html`<g class="link">${content}</g>\n`
      : html`<a class="link" href="${address}"><path class="reach" d="${curve.line}"/>${content}</a>\n`;
  });
  return html`<svg viewBox="${-size / 2} ${-size / 2} ${size} ${size}" ${attributes}>
${head ?? ''}${arrows}${order.map((group) => nameAt(group, angleOf(group), colourOf(group)))}</svg>
`;
}

const titleOf = ({ from, to, edges }: GroupLink): string =>
  `${from} to ${to}: ${edges.map(({ type, field }) => `${type}.${field}`).join(', ')}`;

const point = (angle: number, distance: number): string =>
  `${(Math.cos(angle) * distance).toFixed(1)} ${(Math.sin(angle) * distance).toFixed(1)}`;

/**
 * A curve that bends the nearer to the centre, the farther its ends are apart, and its head. It starts and ends at opposite
 * sides of the groups.
 */
function curveOf(from: number, to: number): { readonly line: string; readonly head: string } {
  const around = Math.abs(from - to) % (2 * Math.PI);
  const apart = Math.min(around, 2 * Math.PI - around);
  const [start, end] = [from + sideways, to - sideways];
  const bend = radius * (0.82 - 0.72 * (apart / Math.PI));
  const ends = radius - lineGap;
  const beside = (angle: number) => point(angle, ends - headLength);
  return {
    line: `M${point(start, ends)}C${point(start, bend)} ${point(end, bend)} ${beside(end)}`,
    head: `M${beside(end - headAngle)}L${point(end, ends)}L${beside(end + headAngle)}Z`,
  };
}

/** The name of a group, along its ray; on the left half it is turned, so that it is read from left to right. */
function nameAt(group: string, angle: number, colour: string): Html {
  const isLeft = Math.cos(angle) < -1e-9;
  const degrees = ((angle * 180) / Math.PI + (isLeft ? 180 : 0)).toFixed(2);
  const [x, anchor] = isLeft ? [-(radius + nameGap), 'end'] : [radius + nameGap, 'start'];
  return html`<g class="group-name"><circle cx="${(Math.cos(angle) * radius).toFixed(1)}" cy="${(Math.sin(angle) * radius).toFixed(1)}" r="4.5" fill="${colour}"/>
<text transform="rotate(${degrees})" x="${x}" dy="0.32em" text-anchor="${anchor}">${group}</text></g>
`;
}

/**
 * The groups in an order in which linked ones lie near to each other, with those that have no link spread among them: pairs
 * are swapped as long as that shortens the sum of distances along the circle. The result depends on the input alone.
 */
function inCircle(groups: readonly string[], links: readonly GroupLink[]): readonly string[] {
  const isLinked = (group: string) => links.some(({ from, to }) => from === group || to === group);
  const order = shortestCircle(groups.filter(isLinked), links);
  const alone = groups.filter((group) => !isLinked(group));
  const spread = alone.map((group, index) => [group, (index * groups.length) / alone.length] as const);
  for (const [group, place] of spread) order.splice(Math.floor(place), 0, group);
  return order;
}

function shortestCircle(groups: readonly string[], links: readonly GroupLink[]): string[] {
  const order = [...groups];
  const lengthOf = () => {
    const place = new Map(order.map((group, index) => [group, index]));
    return links.reduce((sum, { from, to }) => {
      const apart = Math.abs(place.get(from)! - place.get(to)!);
      return sum + Math.min(apart, order.length - apart);
    }, 0);
  };
  const swap = (one: number, other: number) => {
    [order[one], order[other]] = [order[other]!, order[one]!];
  };
  const pairs = order.flatMap((_, one) =>
    order.slice(one + 1).map((_, index) => [one, one + 1 + index] as const),
  );
  let shortest = lengthOf();
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (const [one, other] of pairs) {
      swap(one, other);
      const length = lengthOf();
      if (length < shortest) {
        shortest = length;
        isBetter = true;
      } else swap(one, other);
    }
  }
  return order;
}

/** The picture as a file of its own, in the colours of the reader's system. */
export function pictureFile(groups: readonly string[], edges: readonly GroupEdge[]): string {
  const head = html`<title>The groups of almanac and the links between them</title>
<style>
svg{--ink:#211e19;font:600 17px Georgia,"Palatino Linotype",Palatino,serif;background:#fbf8f1}
@media(prefers-color-scheme:dark){svg{--ink:#e9e2d4;background:#181612}}
.line{fill:none;stroke-width:1.5}text{fill:var(--ink)}
</style>
`;
  const attributes = html`xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"`;
  return groupPicture({ groups, links: linksOf(edges), attributes, head }).markup;
}
