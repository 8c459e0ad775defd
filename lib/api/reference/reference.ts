/** A value as the reference shows it, with every reference of the document followed. */
export interface Shape {
  /** `string`, `integer or null`, `array of objects` */
  type: string;
  /** What else must hold: `1 to 100 characters`. */
  rules: string[];
  description?: string | undefined;
  /** Of an object, or of the objects of an array. */
  fields?: Field[] | undefined;
  /** One of these it is. */
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
  /** All that it may be, where that is a list. */
  options?: string[] | undefined;
}

export interface Example {
  name: string;
  value: unknown;
}

/** What is sent: with a request, or with an event. */
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
  /** As `message` says it. */
  code: string;
  meaning: string;
  example: unknown;
}

export interface Operation {
  id: string;
  tag: string;
  /** An event is sent to the partner; all else the partner sends. */
  isEvent: boolean;
  method: string;
  /** With its parameters in braces; of an event its name. */
  path: string;
  summary: string;
  description: string;
  isDeprecated: boolean;
  /** Whose session may call it, beside an API key. */
  roles: string[];
  parameters: Parameter[];
  body?: Body | undefined;
  answer: Answer;
  errors: ErrorAnswer[];
}

/** Operations that belong together. */
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
