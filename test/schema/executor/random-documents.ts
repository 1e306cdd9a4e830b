import {
  doTypesOverlap,
  type GraphQLArgument,
  GraphQLBoolean,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  GraphQLNonNull,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import type { Random } from './random.ts';

/** The options of a random document. */
export interface DocumentOptions {
  readonly schema: GraphQLSchema;
  readonly random: Random;
  /** The maximum nesting of fields. */
  readonly depth: number;
  /** The possible values of a String argument of this name. */
  readonly textsFor?: (argument: string) => readonly string[];
}

/** A random document. It is nearly always valid: two fields may conflict in one response key. */
export interface RandomDocument {
  readonly text: string;
  readonly operationName: string;
  /** Random variables: mostly valid, some absent, some null, some of a wrong type. */
  variables(random: Random): Record<string, unknown>;
}

interface Variable {
  readonly name: string;
  /** The name of the argument that it was declared for. */
  readonly argument: string;
  readonly inputType: GraphQLInputType;
  readonly defaultText: string | undefined;
}

/** Few aliases, so that fields merge; some are properties of JavaScript objects. */
const aliases = ['a', 'b', 'c', 'd', '__proto__', 'constructor', 'toString', 'then', 'hasOwnProperty', '_0'];

export function makeDocument(options: DocumentOptions): RandomDocument {
  const { schema, random } = options;
  const inputs = createInputs(options);
  const fragments: { readonly name: string; readonly type: GraphQLCompositeType; readonly text: string }[] =
    [];
  const usedArguments = new Map<string, string>();
  const composites = Object.values(schema.getTypeMap()).filter(isCompositeType);

  function selectionSet(type: GraphQLCompositeType, depth: number): string {
    const made: string[] = [];
    for (let wanted = 1 + random.below(5); wanted > 0; wanted -= 1) {
      // An equal selection is merged.
      if (made.length > 0 && random.chance(0.08)) made.push(random.pick(made));
      else made.push(selection(type, depth));
    }
    return `{ ${made.join(' ')} }`;
  }

  function selection(type: GraphQLCompositeType, depth: number): string {
    if (random.chance(isUnionType(type) ? 0.4 : 0.1)) return `...${condition(type, depth)}`;
    if (random.chance(isUnionType(type) ? 0.6 : 0.1)) return spread(type, depth);
    return field(type, depth);
  }

  function condition(type: GraphQLCompositeType, depth: number): string {
    if (random.chance(0.3)) return `${directives()} ${selectionSet(type, depth)}`;
    const on = overlapping(type);
    return ` on ${on.name}${directives()} ${selectionSet(on, depth)}`;
  }

  function spread(type: GraphQLCompositeType, depth: number): string {
    const known = fragments.filter((fragment) => doTypesOverlap(schema, fragment.type, type));
    if (known.length > 0 && (fragments.length >= 4 || random.chance(0.6))) {
      return `...${random.pick(known).name}${directives()}`;
    }
    if (fragments.length >= 4) return field(type, depth);
    const on = overlapping(type);
    // Added after its selections are made, so that it never spreads itself.
    const text = selectionSet(on, Math.min(depth, 1));
    const name = `F${fragments.length}`;
    fragments.push({ name, type: on, text: `fragment ${name} on ${on.name} ${text}` });
    return `...${name}${directives()}`;
  }

  const overlapping = (type: GraphQLCompositeType): GraphQLCompositeType =>
    random.pick(composites.filter((other) => doTypesOverlap(schema, type, other)));

  function field(type: GraphQLCompositeType, depth: number): string {
    if (isUnionType(type) || random.chance(0.05)) return `${alias(0.2)}__typename${directives()}`;
    if (type === schema.getQueryType() && random.chance(0.06)) {
      const meta = random.pick([SchemaMetaFieldDef, TypeMetaFieldDef]);
      return mention(meta, 2);
    }
    const all = Object.values(type.getFields());
    const leaves = all.filter((candidate) => isLeafType(getNamedType(candidate.type)));
    const isDeep = depth <= 0 && leaves.length > 0;
    return mention(random.pick(isDeep || random.chance(0.3) ? leaves : all) ?? random.pick(all), depth - 1);
  }

  function mention(definition: GraphQLField<unknown, unknown>, depth: number): string {
    const named = alias(0.2);
    const signature = `${definition.name} ${definition.args.join()}`;
    const known = named === '' || random.chance(0.3) ? usedArguments.get(signature) : undefined;
    const given = known ?? inputs.argumentsOf(definition.args);
    usedArguments.set(signature, given);
    const type = getNamedType(definition.type);
    const below = isCompositeType(type) ? ` ${selectionSet(type, depth)}` : '';
    return `${named}${definition.name}${given}${directives()}${below}`;
  }

  const alias = (probability: number) => (random.chance(probability) ? `${random.pick(aliases)}: ` : '');

  function directives(): string {
    if (random.chance(0.88)) return '';
    return random
      .pick([['skip'], ['include'], ['skip', 'include'], ['include', 'skip']])
      .map((name) => ` @${name}(if: ${inputs.condition()})`)
      .join('');
  }

  const set = selectionSet(schema.getQueryType()!, options.depth);
  const bodies = fragments.map(({ text }) => text).join(' ');
  const other = random.chance(0.05) ? ' query Other { __typename }' : '';
  const text = `query Made${inputs.definitions()} ${set} ${bodies}${other}`;
  return { text, operationName: 'Made', variables: inputs.values };
}

/** Literals of the scalars of the schemas under test; all but those of Json are JSON as well. */
const literals: Readonly<Record<string, readonly string[]>> = {
  Int: ['0', '7', '-12'],
  Float: ['0.5', '2', '-1e3'],
  Boolean: ['true', 'false'],
  ID: ['"a"', '5', '"9007199254740993"'],
  SafeInt: ['0', '9007199254740991'],
  Day: ['"2020-01-02"', '"2021-03-04"'],
  Json: ['{ a: [1, { b: null }], __proto__: { c: "d" } }', '[RED, 1.5]', '"text"', 'null'],
};

const jsonValues = ['{ "a": [1, { "b": null }], "__proto__": { "c": "d" } }', '[1.5]', '"text"'];
const anyTexts: readonly string[] = ['', 'text', 'a "quoted" one', 'é\u2028'];

/** Makes the arguments and variables of one document. */
function createInputs({ random, textsFor = () => anyTexts }: DocumentOptions) {
  const variables: Variable[] = [];

  const given = (position: GraphQLArgument | GraphQLInputField, isRequired: boolean, isConstant: boolean) =>
    isRequired || random.chance(0.4)
      ? [
          `${position.name}: ${input(position.type, position.name, position.defaultValue !== undefined, isConstant)}`,
        ]
      : [];

  function argumentsOf(args: readonly GraphQLArgument[]): string {
    const all = args.flatMap((argument) => given(argument, isRequiredArgument(argument), false));
    return all.length === 0 ? '' : `(${all.join(', ')})`;
  }

  function input(type: GraphQLInputType, name: string, hasDefault: boolean, isConstant: boolean): string {
    if (!isConstant && random.chance(0.3)) return variable(type, name, hasDefault);
    if (isNonNullType(type)) return literal(type.ofType, name, isConstant);
    return random.chance(0.08) ? 'null' : literal(type, name, isConstant);
  }

  function literal(type: GraphQLInputType, name: string, isConstant: boolean): string {
    if (isNonNullType(type)) return literal(type.ofType, name, isConstant);
    if (isListType(type)) {
      const item = () => input(type.ofType, name, false, isConstant);
      return random.chance(0.2) && !isListType(type.ofType)
        ? literal(type.ofType, name, isConstant)
        : `[${Array.from({ length: random.below(4) }, item).join(', ')}]`;
    }
    if (isEnumType(type)) return random.pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const all = Object.values(type.getFields());
      return `{ ${all.flatMap((field) => given(field, isRequiredInputField(field), isConstant)).join(', ')} }`;
    }
    if (type.name === 'Json' && !isConstant && variables.length > 0 && random.chance(0.4)) {
      return `{ is: $${random.pick(variables).name}, all: [$${random.pick(variables).name}] }`;
    }
    return type.name === 'String'
      ? JSON.stringify(random.pick(textsFor(name)))
      : random.pick(literals[type.name]!);
  }

  /** A declared or new variable that is valid in a position of this type. */
  function variable(type: GraphQLInputType, argument: string, hasDefault: boolean): string {
    const nullable = getNullableType(type);
    // A nullable variable is valid in a non-null position when the variable or the position has a default.
    const isLoose = isNonNullType(type) && random.chance(0.4);
    const isStrict = isNonNullType(type) ? !isLoose : random.chance(0.3);
    const inputType = isStrict ? new GraphQLNonNull(nullable) : nullable;
    const known = variables.find(
      (other) =>
        String(other.inputType) === String(inputType) && (!isLoose || other.defaultText !== undefined),
    );
    if (known && random.chance(0.6)) return `$${known.name}`;
    const needsDefault = isLoose && !hasDefault;
    const defaultText = needsDefault || random.chance(0.25) ? literal(nullable, argument, true) : undefined;
    if (defaultText === 'null') return variable(type, argument, hasDefault);
    const name = variables.length === 3 ? '__proto__' : `v${variables.length}`;
    variables.push({ name, argument, inputType, defaultText });
    return `$${name}`;
  }

  function value(from: Random, type: GraphQLInputType, argument: string): unknown {
    if (isNonNullType(type)) return value(from, type.ofType, argument);
    if (from.chance(0.01)) return from.pick(['wrong', 1.5, { wrong: true }, []]);
    if (isListType(type)) {
      const item = () => value(from, type.ofType, argument);
      return from.chance(0.2) ? item() : Array.from({ length: from.below(4) }, item);
    }
    if (isEnumType(type)) return from.pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      const some = fields.filter((field) => isRequiredInputField(field) || from.chance(0.3));
      return Object.fromEntries(some.map((field) => [field.name, value(from, field.type, field.name)]));
    }
    if (type.name === 'String') return from.pick(textsFor(argument));
    return JSON.parse(from.pick(type.name === 'Json' ? jsonValues : literals[type.name]!));
  }

  return {
    argumentsOf,
    condition: () =>
      random.chance(0.3)
        ? random.pick(['true', 'false'])
        : variable(new GraphQLNonNull(GraphQLBoolean), '', false),
    definitions() {
      const all = variables.map(
        ({ name, inputType, defaultText }) =>
          `$${name}: ${inputType}${defaultText === undefined ? '' : ` = ${defaultText}`}`,
      );
      return all.length === 0 ? '' : `(${all.join(', ')})`;
    },
    values(from: Random): Record<string, unknown> {
      const some = variables.flatMap(({ name, argument, inputType }): [string, unknown][] => {
        if (from.chance(isNonNullType(inputType) ? 0.01 : 0.2)) return [];
        if (from.chance(isNonNullType(inputType) ? 0.01 : 0.15)) return [[name, null]];
        return [[name, value(from, inputType, argument)]];
      });
      return Object.fromEntries(some);
    },
  };
}
