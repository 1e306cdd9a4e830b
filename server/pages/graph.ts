import type { GraphQLSchema } from 'graphql';
import { groups } from '../../core/groups.ts';
import type { Assets } from './assets.ts';
import type { ApiDocument } from './docs-document.ts';
import { type GroupEdge, groupEdges } from './graph-edges.ts';
import { type GroupLink, groupPicture, linksOf } from './graph-picture.ts';
import { createQuestions, type Questions } from './graph-questions.ts';
import { breakable } from './home.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';

/** The groups and the edges between them as a picture and as a table, in which each edge opens GraphiQL with a query. */
export function graphPage(assets: Assets, schema: GraphQLSchema, api: ApiDocument): Promise<Html> {
  const edges = groupEdges(schema);
  const links = linksOf(edges);
  const questions = createQuestions(schema, api);
  const linked = groups.filter((group) => edges.some(({ from, to }) => from === group || to === group));
  return layout(assets, {
    title: 'Graph, almanac',
    description: 'The groups of almanac and the links between them, each with a query that follows it.',
    path: '/graph',
    styles: ['almanac.css', 'graph.css'],
    body: html`<main class="page graph">
<div class="opening">
<h1>The graph</h1>
<p>The ${groups.length} groups are one graph: ${edges.length} fields lead from what one group knows to another, and
connect ${linked.length} of them. A line of the picture, or a field of the table, opens GraphiQL with a query that follows it.</p>
</div>
${groupPicture({
  groups,
  links,
  attributes: html`class="picture" role="group" aria-label="Picture of the groups and the links between them"`,
  addressOf: (link) => firstAddress(questions, link),
})}
<section class="edges" aria-labelledby="edges">
<h2 id="edges">The links as a table</h2>
<table>
<thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Field</th><th scope="col">What it holds</th></tr></thead>
<tbody>
${edges.map((edge, index) => row(edge, edges[index - 1], questions))}</tbody>
</table>
</section>
</main>`,
  });
}

/** The address of GraphiQL with a query in the fragment, which browsers do not send. */
const addressOf = (query: string): string => `/graphql#${new URLSearchParams({ query })}`;

function addressOfEdge(questions: Questions, edge: GroupEdge): string | undefined {
  const query = questions.ask(edge);
  return query === undefined ? undefined : addressOf(query);
}

const firstAddress = (questions: Questions, { edges }: GroupLink): string | undefined =>
  edges.map((edge) => addressOfEdge(questions, edge)).find((address) => address !== undefined);

function row(edge: GroupEdge, before: GroupEdge | undefined, questions: Questions): Html {
  const { from, to, type, field, description } = edge;
  const address = addressOfEdge(questions, edge);
  const name = html`<code>${breakable(`${type}.${field}`)}</code>`;
  return html`<tr${before?.from === from ? html` class="again"` : ''}><th scope="row">${from}</th><td>${to}</td>
<td>${address === undefined ? name : html`<a href="${address}">${name}</a>`}</td><td>${description}</td></tr>
`;
}
