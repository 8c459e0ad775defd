import { env } from "@/lib/kernel/env";
import { CARD_ISSUER_NAMES } from "@/lib/kernel/provider-names";
import { standardSignatureFault } from "@/lib/kernel/signatures/standard-webhook";
import type { InboundIssuer } from "../port";
import { lithicAnswer } from "./answer";
import { lithicEffect, readLithicEvent } from "./events";
import { readLithicRequest } from "./read-request";
import { lithicSubject } from "./subject";

function secretsOf(route: "authorizations" | "events"): readonly string[] {
  const { LITHIC_AUTHORIZATION_WEBHOOK_SECRET, LITHIC_EVENTS_WEBHOOK_SECRET } = env();
  const secrets =
    route === "events" ? LITHIC_EVENTS_WEBHOOK_SECRET : LITHIC_AUTHORIZATION_WEBHOOK_SECRET;
  return secrets ?? [];
}

/** The messages of Lithic. */
export const lithicInbound: InboundIssuer = {
  name: "lithic",
  provider: CARD_ISSUER_NAMES.lithic,
  signatureFault: (route, message) => standardSignatureFault(secretsOf(route), message),
  readRequest: readLithicRequest,
  answer: lithicAnswer,
  readEvent: readLithicEvent,
  subjectOf: ({ content }) => lithicSubject(content),
  effectOf: lithicEffect,
};
