import type { AnyContract, UploadRule } from "@/lib/contract/contract";
import { rolesOf } from "@/lib/contract/roles-of";
import { scopesOf } from "@/lib/contract/scopes";
import { headers } from "./headers";
import { parametersOf } from "./parameters";
import type { Json, SchemaWriter } from "./schema-writer";

const capitalised = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);

/** A request body that is a file. */
function fileBody({ mediaTypes, maxBytes }: UploadRule): Json {
  const schema = { type: "string", format: "binary", maxLength: maxBytes };
  return {
    required: true,
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])),
  };
}

function requestBodyOf(contract: AnyContract, writer: SchemaWriter): Json {
  if (contract.upload) return { requestBody: fileBody(contract.upload) };
  if (!contract.body) return {};
  const { body: example } = contract.examples;
  return {
    requestBody: {
      required: !contract.bodyOptional,
      content: {
        "application/json": {
          schema: writer.writeNamed(`${capitalised(contract.id)}Request`, contract.body, "input"),
          ...(example ? { example } : {}),
        },
      },
    },
  };
}

function successOf(contract: AnyContract, writer: SchemaWriter): Json {
  const names = ["X-Request-Id"];
  if (contract.idempotency && contract.idempotency !== "refuse") names.push("Idempotent-Replayed");
  if (contract.deprecatedSince) names.push("Deprecation");
  const { message } = contract;
  return {
    description: message,
    headers: headers(...names),
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["status", "message", "data"],
          properties: {
            status: { const: "success" },
            message: { type: "string", description: "A short human-readable text" },
            data: writer.write(contract.data, "output"),
          },
        },
        example: { status: "success", message, data: contract.examples.data },
      },
    },
  };
}

/** Describes a field's own error codes, which its schema cannot express. */
function fieldCodesText({ fieldCodes = [] }: AnyContract): string[] {
  return fieldCodes.map(
    ({ property, rule, code }) =>
      `An invalid \`${property}\`${rule ? ` (rule \`${rule}\`)` : ""} returns \`${code}\`.`,
  );
}

/** Names the scope that a key needs for the operation, or those of which it needs one. */
function scopeText(contract: AnyContract): string | undefined {
  const scopes = scopesOf(contract).map((scope) => `\`${scope}\``);
  return scopes.length === 0
    ? undefined
    : `Requires an API key with the scope ${scopes.join(" or ")}.`;
}

/** Returns the Operation Object of a contract; `errors` are its error responses. */
export function operationOf(contract: AnyContract, errors: Json, writer: SchemaWriter): Json {
  const { scope } = contract;
  const texts = [contract.description, scopeText(contract), ...fieldCodesText(contract)];
  const description = texts.filter(Boolean);
  const parameters = parametersOf(contract, writer);
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    ...(description.length > 0 ? { description: description.join("\n\n") } : {}),
    ...(contract.deprecatedSince ? { deprecated: true } : {}),
    // The roles of the partner's people that may call the operation from the dashboard.
    "x-roles": rolesOf(contract),
    // The scope that an API key needs; an array of the scopes of which it needs one.
    ...(scope ? { "x-scope": scope } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(contract, writer),
    responses: { [String(contract.status ?? 200)]: successOf(contract, writer), ...errors },
  };
}
