"use client";

import { useAddress } from "@/components/ui/address";
import { WaitingRequests } from "./waiting-requests";

const BASE = "/admin/partners/";

/** The pending requests about the open partner, which the address identifies. */
export function RequestsOfPartner() {
  const { path } = useAddress();
  const partnerId = path.startsWith(BASE) ? path.slice(BASE.length).split("/")[0] : undefined;
  return <WaitingRequests isShown={({ targetId }) => targetId === partnerId} />;
}
