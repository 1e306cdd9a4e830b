import { type GraphQLSchema, parse, print } from 'graphql';
import { groups } from '../../core/groups.ts';
import { exampleFolder } from '../../rest/kernel/route.ts';
import { edgeExamples } from '../../schema/examples.ts';
import type { Assets } from './assets.ts';
import { graphPicture } from './client-bundles.ts';
import { type GroupEdge, groupEdges } from './graph-edges.ts';
import { breakable } from './home.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

/** The groups and their edges: a picture, and a table that opens GraphiQL. `folder` is of recordings. */
export async function graphPage(assets: Assets, schema: GraphQLSchema, folder: string): Promise<Html> {
  const edges = groupEdges(schema);
  const linked = groups.filter((group) => edges.some(({ from, to }) => from === group || to === group));
  const picture = await assets.addressOf(graphPicture);
  return layout(assets, {
    title: 'Graph, almanac',
    description: 'The groups of almanac and the links between them, each with a query that follows it.',
    path: '/graph',
    styles: ['almanac.css', 'graph.css'],
    body: html`<main id="main" class="page graph">
<div class="opening">
<h1>The graph</h1>
<p>The ${groups.length} groups are one graph: ${edges.length} fields lead from what one group knows to another, and
connect ${linked.length} of them. A field of the table opens GraphiQL with a query that follows it.</p>
</div>
<img class="picture" src="${picture}" width="640" height="640" alt="The groups on a circle, with an arrow for each pair of groups that the table below links">
<section class="edges" aria-labelledby="edges">
<h2 id="edges">The links as a table</h2>
<table>
<thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Field</th><th scope="col">What it holds</th></tr></thead>
<tbody>
${edges.map((edge, index) => row(edge, edges[index - 1], folder))}</tbody>
</table>
</section>
</main>`,
  });
}

/** The address of GraphiQL with a query in the fragment, which browsers do not send. */
const addressOf = (query: string): string =>
  `/graphql#${new URLSearchParams({ query: print(parse(query)) })}`;

function row(
  { from, to, type, field, description }: GroupEdge,
  before: GroupEdge | undefined,
  folder: string,
): Html {
  const example = edgeExamples[`${type}.${field}`]?.replace(exampleFolder, folder);
  const name = html`<code>${breakable(`${type}.${field}`)}</code>`;
  return html`<tr${before?.from === from ? html` class="again"` : ''}><th scope="row">${from}</th><td>${to}</td>
<td>${example === undefined ? name : html`<a href="${addressOf(example)}">${name}</a>`}</td><td>${description}</td></tr>
`;
}
