import type { SendingIssuer } from "../port";
import { lithicFeed } from "./lithic-feed";
import type { IssuerFeed } from "./port";
import { stripeFeed } from "./stripe-feed";

const FEEDS: Readonly<Record<SendingIssuer, () => IssuerFeed>> = {
  stripe: () => stripeFeed(),
  lithic: () => lithicFeed(),
};

/** Returns what the issuer of the settings lists. */
export const issuerFeed = (issuer: SendingIssuer): IssuerFeed => FEEDS[issuer]();
