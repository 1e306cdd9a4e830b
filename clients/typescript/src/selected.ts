/** The body of a request with `fields`: the members that they name, or any part of it where they are not known before. */
export type Selected<Body, Fields extends string> = string extends Fields
  ? PartOf<Body>
  : Members<Body, PathsIn<Fields>>;

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

/** The paths lead into the elements of a list; a member that is named alone is whole. */
type Members<Value, Path> = Value extends readonly (infer Item)[]
  ? Members<Item, Path>[]
  : Value extends object
    ? {
        [Name in keyof Value as Name extends Head<Path> ? Name : never]: Name extends Path
          ? Value[Name]
          : Members<Value[Name], Below<Path, Name>>;
      }
    : Value;
