"use client";

import { useAddress } from "@/components/ui/address";
import { WaitingRequests } from "./waiting-requests";

const BASE = "/admin/partners/";

/** What of the partner that is open waits for a second administrator; the address says which partner that is. */
export function RequestsOfPartner() {
  const { path } = useAddress();
  const partnerId = path.startsWith(BASE) ? path.slice(BASE.length).split("/")[0] : undefined;
  return <WaitingRequests isShown={({ targetId }) => targetId === partnerId} />;
}
