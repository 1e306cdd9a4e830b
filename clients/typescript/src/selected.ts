/** The body of a request with `fields`: the members that they name, or any part of it where they are not known before. */
export type Selected<Body, Fields extends string> = string extends Fields
  ? PartOf<Body>
  : Members<Body, PathsIn<Fields>>;

/** `fields` whose names the body has; never for others. Text that is not known before is taken as it is. */
export type Known<Body, Fields extends string> = Fields &
  (string extends Fields ? string : [Unknown<Body, PathsIn<Fields>>] extends [never] ? string : never);

/** The paths that a body lacks. */
type Unknown<Body, Path> = Path extends string ? (true extends Has<Body, Path> ? never : Path) : never;

/** Whether a value, or one of a union, has the member of a path. */
type Has<Value, Path extends string> = Value extends readonly (infer Item)[]
  ? Has<Item, Path>
  : Value extends object
    ? Path extends `${infer Name}.${infer Rest}`
      ? Name extends keyof Value
        ? Has<Value[Name], Rest>
        : false
      : Path extends keyof Value
        ? true
        : false
    : unknown extends Value
      ? true
      : false;

/** Every member of a value may be left out, at any depth. */
export type PartOf<Value> = Value extends readonly (infer Item)[]
  ? PartOf<Item>[]
  : Value extends object
    ? { [Name in keyof Value]?: PartOf<Value[Name]> }
    : Value;

/** `name, main.temp` as `'name' | 'main.temp'`. */
type PathsIn<Fields extends string> = Fields extends `${infer First},${infer More}`
  ? Trimmed<First> | PathsIn<More>
  : Trimmed<Fields>;

type Trimmed<Text extends string> = Text extends ` ${infer Rest}` | `${infer Rest} ` ? Trimmed<Rest> : Text;

type Head<Path> = Path extends `${infer Name}.${string}` ? Name : Path;
type Below<Path, Name> = Path extends `${Name & string}.${infer Rest}` ? Rest : never;

/** The paths lead into the elements of a list; a member that is named alone is whole, and so is a map. */
type Members<Value, Path> = Value extends readonly (infer Item)[]
  ? Members<Item, Path>[]
  : Value extends object
    ? string extends keyof Value
      ? Value
      : {
          [Name in keyof Value as Name extends Head<Path> ? Name : never]: Name extends Path
            ? Value[Name]
            : Members<Value[Name], Below<Path, Name>>;
        }
    : Value;
