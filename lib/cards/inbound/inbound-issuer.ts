import { lithicInbound } from "./lithic";
import type { InboundIssuer, SendingIssuer } from "./port";
import { stripeInbound } from "./stripe";

const ISSUERS: Readonly<Record<SendingIssuer, InboundIssuer>> = {
  stripe: stripeInbound,
  lithic: lithicInbound,
};

/** Returns what differs between issuers in the messages that they send us. */
export const inboundIssuer = (name: SendingIssuer): InboundIssuer => ISSUERS[name];
