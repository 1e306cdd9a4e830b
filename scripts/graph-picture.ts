import type { GroupEdge } from '../server/pages/graph-edges.ts';
import { type Html, html } from '../server/pages/html.ts';

/** All edges from one group to another, which the picture draws as one line. */
interface GroupLink {
  readonly from: string;
  readonly to: string;
  readonly fields: readonly string[];
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

/** The groups on a circle, and an arrow for each link in the colour of the group that it comes from, as an SVG file. */
export function graphPicture(groups: readonly string[], edges: readonly GroupEdge[]): string {
  const links = linksOf(edges);
  const order = inCircle(groups, links);
  const angleOf = (group: string) => (order.indexOf(group) / order.length) * 2 * Math.PI - Math.PI / 2;
  const colourOf = (group: string) =>
    `hsl(${Math.round((order.indexOf(group) / order.length) * 360)} 42% 52%)`;
  const arrows = links.map(({ from, to, fields }) => {
    const curve = curveOf(angleOf(from), angleOf(to));
    return html`<g><title>${from} to ${to}: ${fields.join(', ')}</title><path class="line" d="${curve.line}" stroke="${colourOf(from)}"/><path d="${curve.head}" fill="${colourOf(from)}"/></g>
`;
  });
  return html`<svg viewBox="${-size / 2} ${-size / 2} ${size} ${size}" xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
<title>The groups of almanac and the links between them</title>
<style>
svg{--ink:#211e19;font:600 17px Georgia,"Palatino Linotype",Palatino,serif;background:#fbf8f1}
@media(prefers-color-scheme:dark){svg{--ink:#e9e2d4;background:#181612}}
.line{fill:none;stroke-width:1.5}text{fill:var(--ink)}
</style>
${arrows}${order.map((group) => nameAt(group, angleOf(group), colourOf(group)))}</svg>
`.markup;
}

function linksOf(edges: readonly GroupEdge[]): readonly GroupLink[] {
  const pairs = [...new Set(edges.map(({ from, to }) => `${from} ${to}`))];
  return pairs.map((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    const between = edges.filter((edge) => edge.from === from && edge.to === to);
    return { from, to, fields: between.map(({ type, field }) => `${type}.${field}`) };
  });
}

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

/** The groups in an order in which linked ones lie near to each other: each takes its place where the links are shortest. */
function inCircle(groups: readonly string[], links: readonly GroupLink[]): readonly string[] {
  const lengthIn = (order: readonly string[]) =>
    links.reduce((sum, { from, to }) => {
      const [one, other] = [order.indexOf(from), order.indexOf(to)];
      if (one < 0 || other < 0) return sum;
      const apart = Math.abs(one - other);
      return sum + Math.min(apart, order.length - apart);
    }, 0);
  return groups.reduce<readonly string[]>((placed, group) => {
    const orders = Array.from({ length: placed.length + 1 }, (_, at) => placed.toSpliced(at, 0, group));
    return orders.reduce(
      (best, order) => (lengthIn(order) < lengthIn(best) ? order : best),
      orders.at(-1) ?? [],
    );
  }, []);
}
