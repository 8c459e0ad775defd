import { env } from "@/lib/kernel/env";
import { attachedIssuers } from "@/lib/kernel/settings/provider";
import type { SendingIssuer } from "./port";

/**
 * The issuers whose messages are accepted: the one of new cards, and former ones whose settings are still there. Captures
 * and refunds of their cards arrive for months.
 */
export const sendingIssuers = (): SendingIssuer[] => attachedIssuers(env());
