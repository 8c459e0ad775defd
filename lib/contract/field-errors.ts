import type { z } from "zod";
import type { FieldError } from "@/lib/kernel/errors";

type Issue = z.core.$ZodIssue;

const TYPE_RULES: Record<string, string> = {
  string: "isString",
  number: "isNumber",
  int: "isInt",
  boolean: "isBoolean",
  array: "isArray",
  object: "isObject",
};

const TYPE_TEXTS: Record<string, string> = {
  int: "an integer",
  array: "an array",
  object: "an object",
};

const TYPE_RULE_NAMES = new Set(Object.values(TYPE_RULES));

/** The rule's name in the spec's validation errors, and its text. */
function describe(issue: Issue, property: string): [rule: string, text: string] {
  switch (issue.code) {
    case "invalid_type": {
      if (issue.input === undefined) return ["isNotEmpty", `${property} should not be empty`];
      if (Number.isNaN(issue.input))
        return ["isNumber", `${property} must be a number of at most 15 significant digits`];
      const type = TYPE_TEXTS[issue.expected] ?? `a ${issue.expected}`;
      return [TYPE_RULES[issue.expected] ?? "isValid", `${property} must be ${type}`];
    }
    case "too_small": {
      if (issue.origin === "string") {
        if (issue.minimum === 1) return ["isNotEmpty", `${property} should not be empty`];
        return ["minLength", `${property} must be at least ${issue.minimum} characters`];
      }
      if (issue.origin === "array")
        return ["arrayMinSize", `${property} must have at least ${issue.minimum} elements`];
      if (issue.inclusive === false)
        return ["min", `${property} must be greater than ${issue.minimum}`];
      return ["min", `${property} must not be less than ${issue.minimum}`];
    }
    case "too_big":
      if (issue.origin === "string")
        return ["maxLength", `${property} must be at most ${issue.maximum} characters`];
      if (issue.origin === "array")
        return ["arrayMaxSize", `${property} must have at most ${issue.maximum} elements`];
      return ["max", `${property} must not be greater than ${issue.maximum}`];
    case "invalid_value": {
      if (issue.input === undefined) return ["isNotEmpty", `${property} should not be empty`];
      const values = issue.values.map(String);
      return values.length === 1
        ? ["equals", `${property} must be ${values[0]}`]
        : ["isIn", `${property} must be one of: ${values.join(", ")}`];
    }
    case "invalid_format":
      return [
        `is${(issue.format[0] ?? "").toUpperCase()}${issue.format.slice(1)}`.replace(
          "isRegex",
          "matches",
        ),
        formatText(issue, property),
      ];
    case "custom": {
      const rule = issue.params?.rule;
      return [typeof rule === "string" ? rule : "isValid", `${property} ${issue.message}`];
    }
    default:
      return ["isValid", `${property} ${issue.message}`];
  }
}

function formatText(issue: Issue & { code: "invalid_format" }, property: string): string {
  if (issue.format === "regex" && !issue.message.startsWith("Invalid"))
    return `${property} ${issue.message}`;
  if (issue.format === "regex") return `${property} must match ${issue.pattern}`;
  return `${property} must be a valid ${issue.format}`;
}

/** Converts parse issues to the spec's list of fields: one entry per property, with every broken rule. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  const byProperty = new Map<string, FieldError>();
  for (const issue of issues) {
    const property = issue.path.map(String).join(".") || "body";
    const [rule, text] = describe(issue, property);
    const entry = byProperty.get(property) ?? { property, constraints: {} };
    // For a value of the wrong type, further rules such as its length are meaningless.
    if (TYPE_RULE_NAMES.has(Object.keys(entry.constraints)[0] ?? "")) continue;
    entry.constraints[rule] = text;
    byProperty.set(property, entry);
  }
  return [...byProperty.values()];
}
