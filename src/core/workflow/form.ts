/** What a value of a workflow file must be like. One table gives both the check of a file and the published schema. */
export type Form =
  | { is: 'text'; about: string; most?: number; pattern?: RegExp; choices?: readonly string[] }
  | { is: 'number'; about: string; least: number; most: number }
  | { is: 'boolean'; about: string }
  | { is: 'list'; about: string; of: Form; most: number; least?: number }
  /** A text, or a list of texts. */
  | { is: 'texts'; about: string }
  | { is: 'object'; about: string; keys: Record<string, Form>; required: readonly string[] }
  /** Any names, each with such a value. */
  | { is: 'map'; about: string; of: Form }
  /** An object that is looked at elsewhere. */
  | { is: 'free'; about: string }
  /** The form of that name, for what holds itself. */
  | { is: 'again'; name: string };

/** Forms that are referred to by their names. */
export type Forms = Record<string, Form>;

export interface FormFault {
  /** Keys and indexes from the top of the file to what is wrong. */
  path: (string | number)[];
  /** True where the key itself is wrong and not its value. */
  isKey?: boolean;
  /** One clause. */
  what: string;
}

const longestText = 4_000;
const deepest = 30;

/** What of a value is not as its form asks for. */
export function formFaults(
  form: Form,
  value: unknown,
  forms: Forms,
  path: (string | number)[] = [],
): FormFault[] {
  if (form.is === 'again') return formFaults(forms[form.name]!, value, forms, path);
  if (path.length > deepest) return [{ path, what: `nested deeper than ${deepest} levels` }];
  const name = nameOf(path, value);
  const wrong = (must: string): FormFault[] => [{ path, what: `${name} must be ${must}` }];
  switch (form.is) {
    case 'text':
      return textFault(form, value, wrong);
    case 'number':
      return Number.isInteger(value) && Number(value) >= form.least && Number(value) <= form.most
        ? []
        : wrong(`a whole number from ${form.least} to ${form.most}`);
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong('true or false');
    case 'texts':
      return isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText))
        ? []
        : wrong('a text, or a list of texts');
    case 'list': {
      if (!Array.isArray(value) || value.length < (form.least ?? 0)) return wrong('a list');
      if (value.length > form.most) return wrong(`a list of ${form.most} at most`);
      return value.flatMap((one, index) => formFaults(form.of, one, forms, [...path, index]));
    }
    case 'map':
      if (!isObject(value)) return wrong('an object');
      return Object.entries(value).flatMap(([key, one]) =>
        formFaults(form.of, one, forms, [...path, key]),
      );
    case 'free':
      return isObject(value) ? [] : wrong('an object');
    case 'object':
      return isObject(value) ? objectFaults(form, value, forms, path) : wrong('an object');
    default:
      return form satisfies never;
  }
}

/** What a sentence calls a value: by its key; a member of a list by itself. */
function nameOf(path: readonly (string | number)[], value: unknown): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  if (typeof last === 'string') return `"${last}"`;
  const list = path.findLast((part) => typeof part === 'string');
  return isText(value) ? `"${value.slice(0, 40)}"` : `part ${last + 1} of "${list}"`;
}

function objectFaults(
  form: Extract<Form, { is: 'object' }>,
  value: Record<string, unknown>,
  forms: Forms,
  path: (string | number)[],
): FormFault[] {
  const faults = Object.entries(value).flatMap(([key, one]): FormFault[] => {
    const own = Object.hasOwn(form.keys, key) ? form.keys[key] : undefined;
    const inner = [...path, key];
    if (own !== undefined) return formFaults(own, one, forms, inner);
    const known = Object.keys(form.keys).join(', ');
    return [{ path: inner, isKey: true, what: `the key "${key}" is unknown; known are: ${known}` }];
  });
  const missing = form.required.filter((key) => !Object.hasOwn(value, key));
  return [...missing.map((key) => ({ path, what: `the key "${key}" is missing` })), ...faults];
}

function textFault(
  { most = longestText, pattern, choices, about }: Extract<Form, { is: 'text' }>,
  value: unknown,
  wrong: (must: string) => FormFault[],
): FormFault[] {
  if (!isText(value)) return wrong('a text');
  if (value.length > most) return wrong(`a text of ${most} characters at most`);
  if (choices && !choices.includes(value)) return wrong(`one of ${choices.join(', ')}`);
  return pattern && !pattern.test(value) ? wrong(about) : [];
}

/** The same form as a JSON Schema. */
export function schemaOf(form: Form): Record<string, unknown> {
  if (form.is === 'again') return { $ref: `#/$defs/${form.name}` };
  const description = form.about;
  switch (form.is) {
    case 'text':
      return {
        description,
        type: 'string',
        minLength: 1,
        ...(form.choices ? { enum: form.choices } : { maxLength: form.most ?? longestText }),
        ...(form.pattern && { pattern: form.pattern.source }),
      };
    case 'number':
      return { description, type: 'integer', minimum: form.least, maximum: form.most };
    case 'boolean':
      return { description, type: 'boolean' };
    case 'texts':
      return {
        description,
        anyOf: [text, { type: 'array', minItems: 1, items: text }],
      };
    case 'list':
      return {
        description,
        type: 'array',
        items: schemaOf(form.of),
        ...(form.least && { minItems: form.least }),
        maxItems: form.most,
      };
    case 'map':
      return { description, type: 'object', additionalProperties: schemaOf(form.of) };
    case 'free':
      return { description, type: 'object' };
    case 'object':
      return {
        description,
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(form.keys).map(([key, one]) => [key, schemaOf(one)]),
        ),
        ...(form.required.length > 0 && { required: form.required }),
        additionalProperties: false,
      };
    default:
      return form satisfies never;
  }
}

const text = { type: 'string', minLength: 1 };

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
