import type { ServiceEnvironment } from "@/lib/chain/networks";
import type { AnyContract } from "@/lib/contract/contract";
import { version } from "@/package.json";
import { CONTRACTS } from "./contracts";
import { errorAnswersOf, errorCodesOf } from "./error-responses";
import { errorComponents } from "./error-schemas";
import { HEADERS } from "./headers";
import { INTRODUCTION } from "./introduction";
import { operationOf } from "./operation";
import { KEY_PARAMETERS } from "./parameters";
import { type Json, schemaWriter } from "./schema-writer";
import { shareResponses } from "./share-responses";
import { TAGS } from "./tags";
import { DELIVERY_PARAMETERS, webhooksOf } from "./webhooks";

interface Settings {
  environment: ServiceEnvironment;
  baseUrl: string;
  /** Those of the service, except in tests. */
  contracts?: readonly AnyContract[];
}

function tagsOf(contracts: readonly AnyContract[]): Json[] {
  const used = new Set([...contracts.map(({ tag }) => tag), "Events"]);
  return Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}

/**
 * Builds the reference of the partner API as an OpenAPI 3.1 document. Endpoints that the environment does not serve are
 * left out.
 */
export function buildDocument({ environment, baseUrl, contracts = CONTRACTS }: Settings): Json {
  const served = contracts.filter(
    ({ audience = "partner" }) =>
      audience === "partner" || (audience === "sandbox" && environment === "staging"),
  );
  const writer = schemaWriter();
  const { responses, shared } = shareResponses(served.map(errorAnswersOf));
  const paths: Record<string, Json> = {};
  served.forEach((contract, index) => {
    const path = paths[contract.path] ?? {};
    path[contract.method.toLowerCase()] = operationOf(contract, responses[index] ?? {}, writer);
    paths[contract.path] = path;
  });
  const webhooks = webhooksOf(writer);
  return {
    openapi: "3.1.1",
    info: { title: "Partner cards and wallet", version, description: INTRODUCTION },
    servers: [{ url: baseUrl, description: environment }],
    security: [{ apiKey: [] }],
    tags: tagsOf(served),
    paths,
    webhooks,
    components: {
      schemas: { ...writer.components, ...errorComponents(served.flatMap(errorCodesOf)) },
      responses: shared,
      parameters: { ...KEY_PARAMETERS, ...DELIVERY_PARAMETERS },
      headers: HEADERS,
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "Your API key" },
      },
    },
  };
}
