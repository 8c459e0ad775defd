// SQL: Create Withdrawal reads the addresses on the connection that its other lookups share.

import { lookUp } from "@/lib/db";
import type { KeyAddress } from "./store";

/** Lists the addresses of the service's keys, newest first. */
export function listKeyAddresses(): Promise<KeyAddress[]> {
  return lookUp<KeyAddress & Record<string, unknown>>(
    "list_key_addresses",
    "SELECT purpose, version, address, since FROM signer_addresses ORDER BY version DESC",
    [],
  );
}
