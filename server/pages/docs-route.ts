import { enumName } from '../../resolvers/kernel/inputs.ts';
import { type RouteReadiness, readinessText } from '../status/readiness.ts';
import {
  type ApiDocument,
  type ApiParameter,
  type ApiResponse,
  type DocumentedRoute,
  type DocumentedSchema,
  resolved,
} from './docs-document.ts';
import { accepted, sample, shapeTree } from './docs-shape.ts';
import { snippets } from './docs-snippets.ts';
import { breakable, exampleAddress } from './home.ts';
import { type Content, type Html, html, withCode } from './html.ts';

/** The origin in the code samples, which the page's script replaces with the service's own. */
export const exampleOrigin = 'http://127.0.0.1:4000';

/** One route: its form, code samples, response and failures. Only the form needs the page's script. */
export function routeEntry(
  document: ApiDocument,
  route: DocumentedRoute,
  readiness: RouteReadiness | undefined,
): Html {
  const { method, path, operation } = route;
  return html`<details class="route" id="${operation.operationId}" data-method="${method}" data-path="${path}">
<summary><code>${method === 'GET' ? '' : `${method} `}${breakable(path)}</code> <span>${operation.summary}</span>${badge(readiness)}</summary>
<div class="route-body">
<div class="asked">
${part('Parameters', parameterForm(route))}
<div class="response" hidden></div>
${part('Response, with status 200', responseShape(document, route))}
${part('Failures', failures(document, operation.responses))}
</div>
<div class="beside">
${part('Calling it', calls(route))}
${part('An example of the response', exampleResponse(route))}
${operation['x-graphql'] ? part('The GraphQL that it runs', graphql(operation['x-graphql'])) : ''}
</div>
</div>
</details>
`;
}

/** Of a route that the official source does not serve here. */
const badge = (readiness: RouteReadiness | undefined): Html | string =>
  readiness === undefined || readiness.state === 'live'
    ? ''
    : html` <b class="badge">${readinessText(readiness)}</b>`;

const part = (title: string, body: Content): Html => html`<h3>${title}</h3>\n${body}`;

function parameterForm({ method, parameters, files, takesRawKey, returnsJson }: DocumentedRoute): Html {
  const fileFields = Object.entries(files).map(fileField);
  const isEmpty = parameters.length === 0 && fileFields.length === 0;
  return html`<form novalidate>
${isEmpty ? html`<p>It takes none.</p>\n` : ''}${parameters.map(parameterField)}${fileFields}
<p class="key-form">Key: <code>Authorization: Bearer &lt;key&gt;</code>${takesRawKey ? html` or <code>Authorization: &lt;key&gt;</code>` : ''}</p>
<p class="scripted"><button type="submit">Try it</button>${
    method === 'GET' && returnsJson
      ? html` <button type="button" class="watch" aria-pressed="false" title="Shows each change of the response; each costs one lookup">Watch</button>`
      : ''
  }</p>
</form>`;
}

function parameterField(parameter: ApiParameter): Html {
  const { name, required, description, schema } = parameter;
  const defaultText = schema.default === undefined ? '' : `, ${String(schema.default)} unless given`;
  const pattern = (schema.items ?? schema).pattern;
  return html`<label class="field"><code>${name}</code> <i>${required ? html`<strong>required</strong>, ` : ''}${accepted(schema)}${defaultText}</i>
${control(parameter)}<span>${withCode(description)}${pattern ? html` Its form: <code>${pattern}</code>` : ''}</span></label>
`;
}

const fileField = ([name, { description = '' }]: readonly [
  string,
  DocumentedSchema,
]): Html => html`<label class="field"><code>${name}</code> <i><strong>required</strong>, a file</i>
<input type="file" name="${name}" class="scripted"><span>${withCode(description)}</span></label>
`;

/** The field of a parameter. Its data attributes tell the page's script how to convert the value to GraphQL. */
function control({ name, schema, explode, example }: ApiParameter): Html {
  const item = schema.items ?? schema;
  const kind = html`data-kind="${kindOf(item)}"${item.enum ? html` data-words="${enumNames(item.enum)}"` : ''}`;
  const value = example === undefined ? '' : String(example);
  const choices = schema.enum?.map(String) ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  if (choices) {
    return html`<select name="${name}" ${kind} class="scripted"><option value="">not given</option>${choices.map(
      (word) => html`<option${word === value ? html` selected` : ''}>${word}</option>`,
    )}</select>
`;
  }
  const list = schema.items ? html` data-list="${explode === false ? 'comma' : 'repeat'}"` : '';
  const mode = isNumeric(item) ? html` inputmode="decimal"` : '';
  return html`<input name="${name}" value="${value}" ${kind}${list}${mode} class="scripted" autocomplete="off" autocapitalize="off" spellcheck="false">
`;
}

const isNumeric = ({ type }: DocumentedSchema): boolean => type === 'integer' || type === 'number';

const kindOf = (schema: DocumentedSchema): string =>
  isNumeric(schema) ? 'number' : schema.type === 'boolean' ? 'flag' : 'text';

/** The GraphQL names of enum values, as a JSON object. */
const enumNames = (words: readonly (string | number | boolean)[]): string =>
  JSON.stringify(Object.fromEntries(words.map((word) => [word, enumName(String(word))])));

const graphql = (
  document: string,
): Html => html`<div class="sample graph"><pre tabindex="0"><code data-language="graphql">${document}</code></pre></div>
<p class="scripted"><a class="in-graphiql" href="/graphql">Open it in GraphiQL</a></p>`;

function calls(route: DocumentedRoute): Html {
  const values = Object.fromEntries(
    route.parameters.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])),
  );
  const example = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const address = exampleOrigin + exampleAddress({ path: route.path, example }).replaceAll("'", '%27');
  return html`${snippets(route, { origin: exampleOrigin, address, values }).map(
    (
      [language, code],
      index,
    ) => html`<details name="${route.operation.operationId}-call" class="call"${index === 0 ? html` open` : ''}>
<summary>${language}</summary>
<div class="sample"><pre tabindex="0"><code data-language="${language.toLowerCase()}">${code}</code></pre></div>
</details>
`,
  )}`;
}

const successOf = ({ operation: { responses } }: DocumentedRoute) => responses['200'];

function responseShape(document: ApiDocument, route: DocumentedRoute): Html {
  const success = successOf(route);
  const schema = success?.content?.['application/json']?.schema;
  if (route.returnsJson && schema) return shapeTree(document, schema);
  return html`<p>Bytes, as ${Object.keys(success?.content ?? {}).join(' or ')}.</p>`;
}

function exampleResponse(route: DocumentedRoute): Html {
  const body = successOf(route)?.content?.['application/json']?.example;
  if (body === undefined) return html`<p>Bytes, which are not shown here.</p>`;
  return html`<div class="sample"><pre tabindex="0"><code data-language="json">${JSON.stringify(body, null, 2)}</code></pre></div>`;
}

const failures = (
  document: ApiDocument,
  responses: Readonly<Record<string, ApiResponse>>,
): Html => html`<dl class="failures">
${Object.entries(responses)
  .filter(([status]) => status !== '200')
  .map(
    ([status, { description, content }]) => html`<dt>${status}</dt><dd>${withCode(description)}${bodies(
      document,
      content?.['application/json']?.schema ?? {},
      Number(status),
    ).map((body) => html` <code>${body}</code>`)}</dd>
`,
  )}</dl>`;

/** A sample of each body that a failure may have. */
const bodies = (document: ApiDocument, schema: DocumentedSchema, status: number): readonly string[] =>
  (schema.oneOf ?? [schema]).map((choice) => JSON.stringify(sample(resolved(document, choice), status)));
