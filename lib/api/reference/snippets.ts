import { fillPath } from "./fill-path";
import type { Operation, Parameter } from "./reference";

type Called = Pick<Operation, "method" | "path" | "parameters" | "body" | "fileTypes">;

/** The file that the examples send. */
const FILE = "receipt.pdf";

/** Returns the examples of the parameters in one place, by name. */
function examplesIn(
  { parameters }: Pick<Called, "parameters">,
  place: Parameter["place"],
): Record<string, string> {
  const withExample = parameters.filter((each) => each.place === place && each.example);
  return Object.fromEntries(withExample.map(({ name, example }) => [name, String(example)]));
}

const urlOf = (operation: Called, baseUrl: string) =>
  `${baseUrl}${fillPath(operation.path, examplesIn(operation, "path"), examplesIn(operation, "query"))}`;

const takesKey = ({ parameters }: Called) =>
  parameters.some(({ name }) => name === "idempotency-key");

const indented = (text: string) => text.replaceAll("\n", "\n  ");
const bodyText = ({ body }: Called) =>
  body?.examples[0] && JSON.stringify(body.examples[0].value, null, 2);

/** Returns the example of an operation as a curl command. */
export function curlOf(operation: Called, baseUrl: string): string {
  const { method, fileTypes } = operation;
  const body = bodyText(operation);
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${urlOf(operation, baseUrl)}"`,
    `-H "Authorization: Bearer $API_KEY"`,
    takesKey(operation) && `-H "idempotency-key: $(uuidgen)"`,
    body && `-H "Content-Type: application/json"`,
    fileTypes && `-H "Content-Type: ${fileTypes[0]}"`,
    fileTypes && `--data-binary @${FILE}`,
    body && `-d '${indented(body.replaceAll("'", `'\\''`))}'`,
  ]
    .filter(Boolean)
    .join(" \\\n  ");
}

/** Returns the example of an operation for Node, with its built-in `fetch`. */
export function nodeOf(operation: Called, baseUrl: string): string {
  const body = bodyText(operation);
  const { fileTypes } = operation;
  const lines = [
    fileTypes && 'import { readFile } from "node:fs/promises";\n',
    takesKey(operation) &&
      "// Keep the key with what you do: a repeat with the same one is done once.",
    takesKey(operation) && "const idempotencyKey = crypto.randomUUID();",
    `const response = await fetch("${urlOf(operation, baseUrl)}", {`,
    `  method: "${operation.method}",`,
    "  headers: {",
    '    Authorization: "Bearer " + process.env.API_KEY,',
    takesKey(operation) && `    "idempotency-key": idempotencyKey,`,
    body && `    "Content-Type": "application/json",`,
    fileTypes && `    "Content-Type": "${fileTypes[0]}",`,
    "  },",
    body && `  body: JSON.stringify(${indented(body)}),`,
    fileTypes && `  body: await readFile("${FILE}"),`,
    "});",
    "const { status, message, data } = await response.json();",
    `if (status === "error") throw new Error(\`\${message}: \${JSON.stringify(data.error)}\`);`,
  ];
  return lines.filter(Boolean).join("\n");
}
