import type { components, paths } from './openapi.ts';
import type { Known, Selected } from './selected.ts';

/** The bodies of the routes and their parts by name, such as `Schemas['WeatherCurrent']`. */
export type Schemas = components['schemas'];

type Answering<Method extends string, Type extends string> = {
  [M in Method]: { responses: { 200: { content: { [T in Type]: unknown } } } };
};

type PathsThat<Shape> = {
  [Path in keyof paths]: paths[Path] extends Shape ? Path : never;
}[keyof paths];

/** The routes that answer with JSON. */
export type JsonPath = PathsThat<Answering<'get', 'application/json'>>;

/** The routes that answer with a file. */
export type FilePath = PathsThat<Answering<'get', 'image/png'> | Answering<'get', 'video/mp4'>>;

/** The routes that take files. */
export type UploadPath = PathsThat<{
  post: { requestBody: { content: { 'multipart/form-data': unknown } } };
}>;

type BodyIn<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The body of a route. */
export type BodyOf<Path extends JsonPath> = BodyIn<paths[Path]['get']>;

/** The body of a route that takes files. */
export type UploadBodyOf<Path extends UploadPath> = BodyIn<paths[Path]['post']>;

/** The parameters of one place; `unknown`, which adds nothing to the others, where there are none. */
type Place<Parameters, Name extends string> = Parameters extends { [N in Name]: infer Values }
  ? [Values] extends [never]
    ? unknown
    : Values
  : unknown;

/** One object type, whose optional members may be given as undefined. */
type Flat<Value> = {
  [Name in keyof Value]: Record<never, never> extends Pick<Value, Name>
    ? Value[Name] | undefined
    : Value[Name];
};

type ParametersIn<Operation> = Operation extends { parameters: infer Parameters }
  ? Flat<Place<Required<Parameters>, 'path'> & Place<Required<Parameters>, 'query'>>
  : never;

/** The parameters of a route: those of its path and of its query string together, without `fields`. */
export type ParametersOf<Path extends JsonPath | FilePath> = Omit<ParametersIn<paths[Path]['get']>, 'fields'>;

/** The parameters with `fields`, the members of the body that are wanted: `name,main.temp`. */
export type ParametersWith<Path extends JsonPath, Fields extends string> = ParametersOf<Path> & {
  fields?: Known<BodyOf<Path>, Fields> | undefined;
};

/** The body of a request with these `fields`, or with one of several; whole where there are none. */
export type Answer<Body, Fields extends string> = [Fields] extends [never]
  ? Body
  : Fields extends string
    ? Selected<Body, Fields>
    : never;

/** A file with its name, such as a `File`, for each file of a form. */
export type FilesOf<Path extends UploadPath> = paths[Path]['post'] extends {
  requestBody: { content: { 'multipart/form-data': infer Form } };
}
  ? { readonly [Field in keyof Form]: NamedBlob }
  : never;

/** A file as `File` is one: its name tells the format. */
export interface NamedBlob extends Blob {
  readonly name: string;
}

/** What follows a path: parameters, which may be left out where none is required, and options. */
export type Rest<Parameters, Options> =
  Record<never, never> extends Parameters
    ? [parameters?: Parameters, options?: Options]
    : [parameters: Parameters, options?: Options];
