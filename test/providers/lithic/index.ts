import { randomBytes, randomUUID } from "node:crypto";
import { startStandIn } from "../stand-in/server";
import { lithicContracts } from "./contract";
import { lithicHandlers } from "./handlers";
import { lithicNetwork } from "./network";
import { emptyLithic } from "./objects";
import { simulation } from "./simulation";
import { type LithicEndpoints, lithicEvents } from "./webhooks";

interface LithicOptions {
  /** Where Lithic sends requests for a decision and events; it sends nothing without them. */
  authorizationsUrl?: string;
  eventsUrl?: string;
}

/**
 * Starts a stand-in of Lithic. It checks each request and answer with a contract of our own, and with Lithic's OpenAPI
 * document where its path is given, and simulates the card network with webhooks signed as Standard Webhooks say.
 */
export async function startLithic({ authorizationsUrl, eventsUrl }: LithicOptions = {}) {
  const apiKey = randomUUID();
  const state = emptyLithic();
  const secret = () => `whsec_${randomBytes(32).toString("base64")}`;
  const endpoints: LithicEndpoints = {
    authorizations: { url: authorizationsUrl, secret: secret() },
    events: { url: eventsUrl, secret: secret() },
  };
  const contracts = lithicContracts();
  const events = lithicEvents(contracts, state, endpoints);
  /** `isPci`: whether the programme may see card numbers. */
  const programme = { isPci: true };
  const network = lithicNetwork({ contracts, state, endpoints, events });
  const server = await startStandIn({
    contracts,
    isForm: false,
    handlers: { ...lithicHandlers(state, programme), ...simulation(state, network) },
    // The address of an upload is its own permission.
    isAuthorized: ({ authorization }, path) =>
      authorization === apiKey || path.startsWith("/uploads/"),
    errorBody: ({ message }) => ({ debugging_request_id: randomUUID(), message }),
  });
  return {
    ...server,
    /** The key that the stand-in accepts. */
    apiKey,
    state,
    /** Where notifications go; the addresses may change while the stand-in runs. */
    endpoints,
    programme,
    /** The files that count as evidence of a dispute. */
    filesOf: (disputeToken: string) =>
      [...state.evidences.values()]
        .filter((each) => each.dispute_token === disputeToken && each.upload_status === "UPLOADED")
        .flatMap(({ token }) => state.uploads.get(token)?.bytes ?? []),
    events,
    network,
  };
}

export type LithicStandIn = Awaited<ReturnType<typeof startLithic>>;
