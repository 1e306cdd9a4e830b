/** The keywords of JSON Schema that the OpenAPI document uses. */
export interface DocumentedSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, DocumentedSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: DocumentedSchema;
  readonly items?: DocumentedSchema;
  readonly allOf?: readonly DocumentedSchema[];
  readonly anyOf?: readonly DocumentedSchema[];
  readonly oneOf?: readonly DocumentedSchema[];
  readonly enum?: readonly (string | number | boolean)[];
  readonly default?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: DocumentedSchema;
  /** False where the values of a list are separated by commas. */
  readonly explode?: boolean;
  readonly example?: string | number;
}

interface Content {
  readonly content?: Readonly<
    Record<string, { readonly schema?: DocumentedSchema; readonly example?: unknown }>
  >;
}

export interface ApiResponse extends Content {
  readonly description: string;
}

export interface ApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** The route's own, and references to those that many routes share. */
  readonly parameters?: readonly (ApiParameter | { readonly $ref: string })[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, ApiResponse>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  /** Whether the route is of no group. */
  readonly 'x-addition'?: boolean;
  /** The GraphQL document that the route runs. */
  readonly 'x-graphql'?: string;
}

/** The parts of the OpenAPI document that the pages read. */
export interface ApiDocument {
  readonly tags: readonly DocumentedTag[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, DocumentedSchema>> };
}

/** One operation of the document. */
export interface DocumentedRoute {
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly operation: ApiOperation;
  /** The route's own. */
  readonly parameters: readonly ApiParameter[];
  /** The file fields of its form, by name. */
  readonly files: Readonly<Record<string, DocumentedSchema>>;
  readonly takesRawKey: boolean;
  readonly returnsJson: boolean;
}

interface DocumentedTag {
  readonly name: string;
  readonly description: string;
  /** What callers name the group by, too. */
  readonly 'x-names'?: readonly string[];
}

export interface DocumentedGroup extends DocumentedTag {
  readonly routes: readonly DocumentedRoute[];
}

/** The groups that have routes, in the order of the document's tags. */
export function documentedGroups(document: ApiDocument): readonly DocumentedGroup[] {
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => !operation['x-addition'])
      .map(([method, operation]) => readRoute(document, path, method, operation)),
  );
  return document.tags
    .map((tag) => ({ ...tag, routes: routes.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    .filter((group) => group.routes.length > 0);
}

function readRoute(
  document: ApiDocument,
  path: string,
  method: string,
  operation: ApiOperation,
): DocumentedRoute {
  const form = operation.requestBody?.content?.['multipart/form-data']?.schema;
  return {
    method: method.toUpperCase(),
    path,
    operation,
    parameters: (operation.parameters ?? []).filter((each): each is ApiParameter => !('$ref' in each)),
    files: form ? (resolved(document, form).properties ?? {}) : {},
    takesRawKey: (operation.security ?? document.security).some((scheme) => 'rawKey' in scheme),
    returnsJson: operation.responses['200']?.content?.['application/json'] !== undefined,
  };
}

/** A schema, with that which it refers to in the place of the reference: for a body with others beside it, the body. */
export function resolved(document: ApiDocument, { $ref, allOf, ...own }: DocumentedSchema): DocumentedSchema {
  if ($ref === undefined) return allOf ? resolved(document, allOf[0]!) : own;
  const schema = document.components.schemas[$ref.slice('#/components/schemas/'.length)]!;
  return { ...resolved(document, schema), ...own };
}
