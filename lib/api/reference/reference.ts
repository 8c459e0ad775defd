/** The displayed type of a value, with all references of the document resolved. */
export interface Shape {
  /** `string`, `integer or null`, `array of objects` */
  type: string;
  /** Additional rules: `1 to 100 characters`. */
  rules: string[];
  description?: string | undefined;
  /** Set for an object, or an array of objects. */
  fields?: Field[] | undefined;
  /** Alternatives, of which the value has exactly one. */
  variants?: Shape[] | undefined;
}

export interface Field {
  name: string;
  isRequired: boolean;
  shape: Shape;
}

export interface Parameter extends Field {
  place: "path" | "query" | "header";
  example?: unknown;
  /** All allowed values, where they are a list. */
  options?: string[] | undefined;
}

export interface Example {
  name: string;
  value: unknown;
}

/** The body of a request or of an event. */
export interface Body {
  isRequired: boolean;
  shape: Shape;
  examples: Example[];
}

export interface Answer {
  status: string;
  description: string;
  headers: { name: string; description: string }[];
  body?: { shape: Shape; example: unknown } | undefined;
}

export interface ErrorAnswer {
  status: string;
  /** As in `message`. */
  code: string;
  meaning: string;
  example: unknown;
}

export interface Operation {
  id: string;
  tag: string;
  /** An event is sent to the partner; all other operations are called by the partner. */
  isEvent: boolean;
  method: string;
  /** With its parameters in braces; the name of an event. */
  path: string;
  summary: string;
  description: string;
  isDeprecated: boolean;
  /** The roles whose sessions may call it, in addition to an API key. */
  roles: string[];
  parameters: Parameter[];
  body?: Body | undefined;
  /** The formats of a body that is a file. */
  fileTypes?: string[] | undefined;
  answer: Answer;
  errors: ErrorAnswer[];
}

/** A section of operations. */
export interface Group {
  name: string;
  description: string;
  operations: Operation[];
}

/** The reference of the partner API. */
export interface Reference {
  version: string;
  baseUrl: string;
  environment: string;
  introduction: string;
  groups: Group[];
}
